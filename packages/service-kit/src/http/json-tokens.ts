// Ends of tokens, for texts that are JSON or may be: what strings are made of is not read. A scanner that reads them
// took 60 ms and 120 MiB for half a million escapes.

/** Where the token ends that begins here; a sign between tokens counts as one. */
export function endOfToken(text: string, at: number): number {
  if (text[at] === '"') return endOfString(text, at + 1)
  let end = at + 1
  if (isOfNumber(text, at)) while (isOfNumber(text, end)) end++
  return end
}

const numberSigns = new Uint8Array(128)
for (const sign of '0123456789.eE+-') numberSigns[sign.charCodeAt(0)] = 1

export const isOfNumber = (text: string, at: number): boolean =>
  numberSigns[text.charCodeAt(at)] === 1

function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote === -1 ? text.length : quote + 1
}

/** Two backslashes are one that was written, and the quote after them ends the string. */
function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text[quote - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** Whether more arrays and objects than this are open at once. RFC 8259 section 9 lets a reader have a limit. */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at = endOfToken(text, at)) {
    const sign = text[at]
    if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > most) return true
  }
  return false
}
