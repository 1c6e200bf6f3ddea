from apps.support.models.complaint import Complaint
from apps.support.models.frozen_month import ComplaintCorrection, FrozenMonth
from apps.support.models.locked_grievance import LockedGrievance
from apps.support.models.reply import Attachment, Reply, ReplyTemplate
from apps.support.models.ticket import ContactMessage, Ticket, TicketNote

__all__ = [
    "Attachment",
    "Complaint",
    "ComplaintCorrection",
    "ContactMessage",
    "FrozenMonth",
    "LockedGrievance",
    "Reply",
    "ReplyTemplate",
    "Ticket",
    "TicketNote",
]
