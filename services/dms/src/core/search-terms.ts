const WORD = /[\p{L}\p{N}\p{M}_]+/gu
const IN_WORD = /[\p{L}\p{N}\p{M}_]/u
// Written without spaces between words: any two neighbours may be a word.
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const MAX_TERM_CHARACTERS = 64
// A tsvector holds a megabyte, positions and lengths included.
const MAX_TERMS_BYTES = 300_000
export const MAX_QUERY_TERMS = 32

interface Runs {
  readonly words: string[]
  readonly spaceless: string[][]
}

/**
 * Read in less than a millisecond, in five where each letter stands for eighteen. What is made of more is kept by the
 * collector as if it were needed for long, and the process grows with the text.
 */
const PIECE_CHARACTERS = 512
/** Longer words are cut: an index keeps less of them. */
const LONGEST_WORD = 200

/**
 * The words of a text, in lower case and normalized (NFKC); of languages without spaces every two neighbouring
 * characters, and the last one by itself. As many as an index entry holds. Read piece by piece: whoever reads a long
 * text lets others have their turn after each.
 */
export function* readTerms(text: string): Generator<undefined, string[]> {
  const kept = createBounded()
  for (let at = 0; at < text.length && !kept.isFull;) {
    const { end, next } = endOfPiece(text, at)
    const { words, spaceless } = readRuns(text.slice(at, end))
    kept.add([...words, ...spaceless.flatMap(pairsOf)])
    at = next
    yield
  }
  return kept.terms()
}

/** Behind a word, where one ends; else the last letter begins the next piece as well, so that no two neighbours are parted. */
function endOfPiece(text: string, from: number): { readonly end: number; readonly next: number } {
  const most = from + PIECE_CHARACTERS
  if (most >= text.length) return { end: text.length, next: text.length }
  for (let end = most; end > most - LONGEST_WORD; end -= 1) {
    if (!isLowSurrogate(text, end) && !IN_WORD.test(characterAt(text, end)))
      return { end, next: end }
  }
  const end = isLowSurrogate(text, most) ? most + 1 : most
  return { end, next: isLowSurrogate(text, end - 1) ? end - 2 : end - 1 }
}

const isLowSurrogate = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? '')
const characterAt = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) ?? 0)

/** As {@link readTerms}, and every ending of a word, so that any part of it is found. */
export function inexactTermsOf(text: string): string[] {
  const { words, spaceless } = readRuns(text)
  const endings = words.flatMap((word) => {
    const characters = [...word]
    return characters.map((_, index) => characters.slice(index).join(''))
  })
  return bounded([...endings, ...spaceless.flatMap(pairsOf)])
}

/**
 * What somebody typed, as a tsquery in which every word has to occur, or a word that begins with it;
 * undefined when there is no word in it.
 */
export function toTsQuery(text: string): string | undefined {
  const { words, spaceless } = readRuns(text)
  const terms = [
    ...words.map((word) => `'${word}':*`),
    ...spaceless.flatMap((run) =>
      // The pairs end with the last character alone, which need not stand at an end in the text.
      run.length === 1 ? [`'${run[0] ?? ''}':*`] : pairsOf(run).slice(0, -1).map(quote),
    ),
  ]
  const distinct = [...new Set(terms)].slice(0, MAX_QUERY_TERMS)
  return distinct.length === 0 ? undefined : distinct.join(' & ')
}

// Terms are letters, digits and marks: nothing in them could end the quotation.
const quote = (term: string) => `'${term}'`

function readRuns(text: string): Runs {
  const words: string[] = []
  const spaceless: string[][] = []
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    let at = 0
    for (const match of word.matchAll(SPACELESS)) {
      addWord(words, word.slice(at, match.index))
      spaceless.push([...match[0]])
      at = match.index + match[0].length
    }
    addWord(words, word.slice(at))
  }
  return { words, spaceless }
}

function addWord(words: string[], word: string): void {
  if (word !== '') words.push([...word].slice(0, MAX_TERM_CHARACTERS).join(''))
}

const pairsOf = (run: readonly string[]) =>
  run.map((character, index) => character + (run[index + 1] ?? ''))

function bounded(terms: readonly string[]): string[] {
  const kept = createBounded()
  kept.add(terms)
  return kept.terms()
}

function createBounded() {
  const kept = new Set<string>()
  let bytes = 0
  return {
    get isFull() {
      return bytes > MAX_TERMS_BYTES
    },
    add(terms: readonly string[]) {
      for (const term of terms) {
        if (kept.has(term)) continue
        bytes += Buffer.byteLength(term) + 8
        if (bytes > MAX_TERMS_BYTES) return
        kept.add(term)
      }
    },
    terms: () => [...kept],
  }
}

/**
 * What somebody typed, as it stands in a text: words, and unbroken runs of other scripts. All of them, so that what is
 * asked of a text by {@link toTsQuery} is among them.
 */
export function wordsOf(text: string): string[] {
  const { words, spaceless } = readRuns(text)
  return [...new Set([...words, ...spaceless.map((run) => run.join(''))])]
}
