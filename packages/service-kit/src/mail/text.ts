/** A mail without its addresses. */
export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as a part of HTML, in an attribute as well. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

// Line breaks would make headers of a title, and marks of direction would show a text as another.
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu

/** What somebody wrote as one harmless line, cut to so many characters. */
export function toMailLine(text: string, most: number): string {
  const line = text.replaceAll(unwanted, ' ').replaceAll(/ {2,}/g, ' ').trim()
  const characters = [...line]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}

/** The HTML of a mail around its blocks, which are HTML already. @param tag RFC 5646. */
export const toMailDocument = (tag: string, blocks: readonly string[]): string => `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"></head>
<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;max-width:600px">
${blocks.join('\n')}
</body></html>
`
