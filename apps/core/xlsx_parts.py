"""
The parts of an XLSX file that do not depend on its rows: one sheet, and the styles of its cells.

Office Open XML, ECMA-376: the smallest set of parts that spreadsheet programs open.
"""

from collections.abc import Mapping, Sequence

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"

SHEET = "xl/worksheets/sheet1.xml"
SHEET_END = "</sheetData></worksheet>"

BOLD, AMOUNT, DAY, TIME = 1, 2, 3, 4
"""Numbers of the styles in `cellXfs`, for the attribute `s` of a cell."""

_LAKHS = "[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;##,##0.00"

_STYLES = f"""<styleSheet xmlns="{_MAIN}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="{_LAKHS}"/>
<numFmt numFmtId="165" formatCode="d mmm yyyy"/>
<numFmt numFmtId="166" formatCode="d mmm yyyy, h:mm AM/PM"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill>
<fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>"""

FILES: Mapping[str, str] = {
    "[Content_Types].xml": f"""{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>
<Override PartName="/{SHEET}" ContentType="{_TYPE}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>""",
    "_rels/.rels": f"""{_XML}<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>""",
    "xl/workbook.xml": f"""{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">
<bookViews><workbookView/></bookViews>
<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": f"""{_XML}<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>""",
    "xl/styles.xml": f"{_XML}{_STYLES}",
}


def sheet_start(widths: Sequence[int]) -> str:
    """Until the rows. The first row, with the headings, stays in view."""
    columns = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(widths, 1)
    )
    return (
        f'{_XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{columns}</cols><sheetData>"
    )


def column_letters(number: int) -> str:
    """0 as 'A', 26 as 'AA'."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
