"""The files of the page 'Figures'."""

from apps.office.selectors.files import attendance, coupons, gst, learners, ledger, payouts, sales
from apps.office.selectors.files.columns import File
from apps.office.states import ExportFile

FILES: dict[ExportFile, File] = {
    file.kind: file
    for file in (
        sales.FILE,
        gst.FILE,
        ledger.FILE,
        payouts.FILE,
        coupons.FILE,
        attendance.FILE,
        learners.FILE,
    )
}
