import sax from 'sax'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ToolFailed } from './run-tool.ts'

const MAX_ENTRIES = 10_000
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024
// Text is what people wrote: much less than pictures may be.
const MAX_XML_BYTES = 48 * 1024 * 1024
// Deflate reaches about a thousand; no document comes near.
const MAX_RATIO = 400
const SMALL_BYTES = 1024 * 1024
// Elements that are open, and the attributes of one, are objects of the parser: a hundred times as large as in the file.
const MAX_DEPTH = 1_000
const MAX_ATTRIBUTES = 1_000
// Of one attribute or comment, which the parser gathers by single characters. It looks only where it tracks its position.
Object.assign(sax, { MAX_BUFFER_LENGTH: 1024 * 1024 })

const partsWithText = new RegExp(
  String.raw`^(?:word/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml` +
    String.raw`|xl/(?:sharedStrings|worksheets/sheet\d+)\.xml` +
    String.raw`|ppt/(?:slides/slide|notesSlides/notesSlide)\d+\.xml|content\.xml)$`,
)

/**
 * Looks at the directory of a zip archive and refuses what would not fit anywhere when unpacked.
 *
 * @throws {@link ToolFailed}
 */
export async function checkPackage(path: string): Promise<void> {
  const zip = await open(path)
  try {
    for await (const entry of zip.eachEntry()) checkEntry(zip, entry)
  } catch (error) {
    throw unreadable(error)
  } finally {
    zip.close()
  }
}

/**
 * The text of an Office Open XML or OpenDocument file, read by ourselves: paragraphs, cells and
 * slides in the order of the archive.
 *
 * @param maxCharacters Where reading stops.
 * @throws {@link ToolFailed} for what is no such file, and for one that unpacks to too much.
 */
export async function readPackageText(path: string, maxCharacters: number): Promise<string> {
  const zip = await open(path)
  const text = new TextCollector(maxCharacters)
  let budget = MAX_XML_BYTES
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(zip, entry)
      if (!partsWithText.test(entry.fileName) || text.isFull) continue
      budget = await readPart(zip, entry, text, budget)
    }
  } catch (error) {
    throw unreadable(error)
  } finally {
    zip.close()
  }
  return text.read()
}

const open = (path: string) =>
  openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw unreadable(error)
  })

function checkEntry(zip: ZipFile & { unpackedBytes?: number }, entry: Entry): void {
  if (zip.entryCount > MAX_ENTRIES) throw new ToolFailed('the archive has too many entries')
  const { compressedSize, uncompressedSize } = entry
  const unpacked = (zip.unpackedBytes ?? 0) + uncompressedSize
  zip.unpackedBytes = unpacked
  const isDense = uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO
  if (unpacked > MAX_UNPACKED_BYTES || isDense) {
    throw new ToolFailed('the archive unpacks to too much')
  }
}

// The directory may lie: what is really unpacked counts, and yauzl ends where it says it should.
async function readPart(
  zip: ZipFile,
  entry: Entry,
  text: TextCollector,
  budget: number,
): Promise<number> {
  const stream = await zip.openReadStreamPromise(entry)
  stream.setEncoding('utf8')
  const parser = createParser(text)
  let left = budget
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      left -= chunk.length
      if (left < 0) throw new ToolFailed('the archive holds too much text')
      parser.write(chunk)
      if (text.isFull) break
    }
  } finally {
    stream.destroy()
  }
  text.endBlock()
  return left
}

const blocks = new Set(['p', 'h', 'si', 'c', 'row', 'tab', 'br', 'line-break'])

function createParser(text: TextCollector): sax.SAXStream {
  const parser = sax.createStream(true)
  refuseHuge(parser)
  // Inside these: the text of a run, a cell's own text, a number; in OpenDocument any text.
  let depth = 0
  let isOpenDocument = false
  parser.on('doctype', () => {
    // No office program writes one; entities that grow are what it would be for.
    throw new ToolFailed('the document declares entities')
  })
  parser.on('error', (error: Error) => {
    throw new ToolFailed(`the document is no XML: ${error.message.slice(0, 100)}`)
  })
  parser.on('opentag', ({ name, attributes }: sax.Tag) => {
    if (name === 'office:body') isOpenDocument = true
    const local = localName(name)
    const isIndex = name === 'c' && attributes['t'] === 's'
    if (isIndex) depth = -1
    if (local === 't' || (name === 'v' && depth === 0)) depth += 1
  })
  parser.on('closetag', (name: string) => {
    const local = localName(name)
    if ((local === 't' || name === 'v') && depth > 0) depth -= 1
    if (name === 'c') depth = 0
    if (blocks.has(local)) text.endBlock()
  })
  parser.on('text', (value: string) => {
    if (depth > 0 || isOpenDocument) text.add(value)
  })
  return parser
}

function refuseHuge(parser: sax.SAXStream): void {
  let open = 0
  let attributes = 0
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) throw new ToolFailed('an element has too many attributes')
  })
  parser.on('opentag', () => {
    attributes = 0
    open += 1
    if (open > MAX_DEPTH) throw new ToolFailed('the document is nested too deep')
  })
  parser.on('closetag', () => {
    open -= 1
  })
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

class TextCollector {
  #parts: string[] = []
  #characters = 0
  #max: number

  constructor(max: number) {
    this.#max = max
  }

  get isFull(): boolean {
    return this.#characters >= this.#max
  }

  add(value: string): void {
    if (this.isFull) return
    this.#parts.push(value)
    this.#characters += value.length
  }

  endBlock(): void {
    if (this.#parts.at(-1) !== '\n') this.add('\n')
  }

  read(): string {
    return this.#parts.join('').slice(0, this.#max)
  }
}

function unreadable(error: unknown): ToolFailed {
  if (error instanceof ToolFailed) return error
  const detail = error instanceof Error ? error.message : 'unknown'
  return new ToolFailed(`the archive cannot be read: ${detail.slice(0, 200)}`)
}
