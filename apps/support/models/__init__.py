from apps.support.models.complaint import Complaint
from apps.support.models.ticket import ContactMessage, Ticket, TicketNote

__all__ = ["Complaint", "ContactMessage", "Ticket", "TicketNote"]
