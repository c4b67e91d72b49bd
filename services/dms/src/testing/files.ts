import { crc32, deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** A zip archive of these files. */
export async function makeZip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const ODT = 'application/vnd.oasis.opendocument.text'

const office = 'http://schemas.openxmlformats.org'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export interface DocxParts {
  /** Inside the body, in place of a paragraph for each text. */
  readonly body?: string
  readonly texts?: readonly string[]
  /** Relationships of the document to other parts and addresses. */
  readonly links?: string
}

/** A Word document as small as they come. */
export function makeDocx({ texts = [], body, links = '' }: DocxParts): Promise<Buffer> {
  const paragraphs = texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  const relations = `${office}/package/2006/relationships`
  const main = `${office}/officeDocument/2006/relationships`
  return makeZip({
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${office}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/></Types>`,
    '_rels/.rels':
      `${declaration}<Relationships xmlns="${relations}"><Relationship Id="r1" ` +
      `Type="${main}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${declaration}<Relationships xmlns="${relations}">${links}</Relationships>`,
    'word/document.xml':
      `${declaration}<w:document xmlns:w="${office}/wordprocessingml/2006/main" ` +
      `xmlns:r="${main}" xmlns:a="${office}/drawingml/2006/main" ` +
      `xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" ` +
      `xmlns:pic="${office}/drawingml/2006/picture">` +
      `<w:body>${body ?? paragraphs}</w:body></w:document>`,
  })
}

/** A picture in a Word document that is somewhere else: what `links` has under `linkId`. */
export const linkedPicture = (linkId: string) =>
  '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="952500"/>' +
  '<wp:docPr id="1" name="p"/><a:graphic><a:graphicData ' +
  `uri="${office}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/>` +
  `<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${linkId}"/><a:stretch>` +
  '<a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>' +
  '<a:ext cx="952500" cy="952500"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic>' +
  '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'

/** A grey PNG of this size; only its rows are compressed, so a huge one is a small file. */
export function makePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(Math.min((width + 1) * height, 64 * 1024 * 1024), 0x80)
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PDF with one line of text on each page. */
export function makePdf(lines: readonly string[]): Buffer {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const pages = lines.map((line) => {
    const stream = `BT /F1 24 Tf 60 700 Td (${line}) Tj ET`
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A HEIC picture of 64 by 48 pixels, as cameras of phones make them. */
export const heic = Buffer.from(
  `
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA
    AAAAAAAAAA5waXRtAAAAAAACAAAAGGlkYXQAAAAAAEAAMAAAAAAAQAAwAAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAA
    AQAAAAAAAAA1AAIAAQAAAAAAAAABAAAAAAAAAAgAAwAAAAAAAANVAAEAAAAAAAAAGwAEAAEAAAAAAAAAAQAAAAgAAAAI
    AAAAYmlpbmYAAAAAAAQAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEA
    AwAAaHZjMQAAAAAVaW5mZQIAAAAABAAAZ3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8
    /fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4
    EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQ
    cGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAPAyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66
    AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgABAAZEAcFzwIkAAAAUaXNwZQAAAAAA
    AABAAAAAQAAAABRpc3BlAAAAAAAAAEAAAAAwAAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIw
    MTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAAAAAADmRpbWcA
    AgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAAAWG1kYXQAAAAxKAGvBBj5SfeTL/ce5sJR+XfHAucr5F4S
    x1Qe4gHvnhIcORjRJze07unhNzt1fe7oVgAAABcoAa4IMNscDWlGwrS+5K0J8yFpf+yiIA==
  `.replaceAll(/\s/g, ''),
  'base64',
)

/** A JPEG of 24 by 16 pixels. */
const jpeg = Buffer.from(
  `
    /9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhw
    cHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xAB5AAEBAQEAAAAAAAAAAAAAAAAGAwUEAQEBAQEB
    AAAAAAAAAAAAAAAGAwEEBRAAAQIDCAMBAQAAAAAAAAAAAQACEQMSYXFRQTEhIrGBBPBSQxEAAQMCAwcFAQEAAAAAAAAA
    AQIAESEDExJBccGBkVExQ9Hw8SMiBKH/wAARCAAQABgDARIAAhIAAxIA/9oADAMBAAIRAxEAPwAhJHBxth0kklrRLIqG
    serV7CEgmWZF1STAQT72O6bhxEW9JKjyMcol4UZLiVj9RIga0OtX1+v/AF+xVZfAPI5Rwy1vXd/b4uO53ujGyZvqie+v
    brDivycd7Mm4olUoImeH+PVlPIm0/ra7aKMMLqw6k7ZeIYI1bNIaTDSgUWFbPktOhCcFCorUba68mjtgG0lOYDuQetT6
    v//Z
  `.replaceAll(/\s/g, ''),
  'base64',
)

/** What a camera wrote into {@link makePhotograph}, beside the position. */
export const CAMERA = 'Camera of the test'

/**
 * A photograph as phones make them: 24 by 16 pixels that are to be turned by a quarter (EXIF
 * orientation 6), the camera's name and a position (47° 22' N), before what is seen.
 */
export function makePhotograph(): Buffer {
  const name = Buffer.from(`${CAMERA}\0`)
  const [ifd, gps] = [8, 8 + 2 + 3 * 12 + 4]
  const values = gps + 2 + 2 * 12 + 4
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16LE(tag, 0)
    head.writeUInt16LE(type, 2)
    head.writeUInt32LE(count, 4)
    return Buffer.concat([head, value, Buffer.alloc(4 - value.length)])
  }
  const long = (value: number) => Buffer.from([value, 0, 0, 0])
  const short = (value: number) => Buffer.from([value, 0])
  const tiff = Buffer.concat([
    Buffer.from('II*\0'),
    long(ifd),
    short(3),
    entry(0x010f, 2, name.length, long(values + 24)),
    entry(0x0112, 3, 1, short(6)),
    entry(0x8825, 4, 1, long(gps)),
    long(0),
    short(2),
    entry(1, 2, 2, Buffer.from('N\0')),
    entry(2, 5, 3, long(values)),
    long(0),
    ...[47, 1, 22, 1, 5, 1].map(long),
    name,
  ])
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
