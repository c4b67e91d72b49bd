import type Pdf from 'pdfkit'

export interface Paper extends InstanceType<typeof Pdf> {
  /** Said where a text is longer than a print shows. */
  readonly cut: string
}

const LATIN = /[\p{Script=Latin}\p{M}]+/gu
// Letters that the Chinese font lacks: those of Central Europe, Turkish, Vietnamese. Pinyin with tones too.
const FURTHER = /[\u0100-\u024F\u1E00-\u1EFF]/

// Laying out a text, and a word that is longer than a line above all, takes more than its length of time: one
// value must not keep the service from everybody.
const MAX_LENGTH = 4_000
const LONG_WORD = /(\S{60})(?=\S)/u

export interface Run {
  readonly text: string
  /** Whether the further font has it. */
  readonly further: boolean
}

/** A text in runs, each of one font. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(LATIN)) {
    if (!FURTHER.test(word)) continue
    if (index > at) runs.push({ text: text.slice(at, index), further: false })
    runs.push({ text: word, further: true })
    at = index + word.length
  }
  if (at < text.length || runs.length === 0) runs.push({ text: text.slice(at), further: false })
  return runs
}

/** The same run in pieces: between them a line may end. */
const breakWords = ({ text, further }: Run): Run[] =>
  text.split(LONG_WORD).flatMap((piece) => (piece === '' ? [] : [{ text: piece, further }]))

/** As much of a text as is printed, without half a character at its end. */
const shorten = (text: string, cut: string): string =>
  text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}${cut}`

/** What would turn or hide the text around it is left out; lines stay. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')

/** Of the Chinese font: how much of its height stands above the line. */
const ASCENT = 0.88

interface Lettering {
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly bold?: true
}

/** Writes what people wrote, in the fonts that have its letters, up to 4,000 characters. */
export function write(paper: Paper, text: string, lettering: Lettering = {}): void {
  const { x = paper.x, y = paper.y, bold, ...options } = lettering
  const weight = bold === true ? 'bold' : 'regular'
  const runs = runsOf(printable(shorten(text, paper.cut))).flatMap(breakWords)
  if (runs.length === 0) runs.push({ text: '', further: false })
  // Letters of both fonts stand on one line: the height above it is that of the first.
  const baseline = -ASCENT * paper.font(weight).currentLineHeight(false)
  for (const [index, run] of runs.entries()) {
    paper.font(run.further ? `${weight}-further` : weight)
    const continued = index < runs.length - 1
    const style = { ...options, baseline, continued }
    if (index === 0) paper.text(run.text, x, y, style)
    else paper.text(run.text, style)
  }
  paper.font('regular')
}
