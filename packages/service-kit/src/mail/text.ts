import { mailLook } from '../look/look.ts'

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
export function toMailDocument(tag: string, blocks: readonly string[]): string {
  const font = tag.startsWith('zh') ? mailLook.chineseFont : mailLook.font
  return `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"></head>
<body style="margin:0 auto;padding:24px;max-width:600px;font-family:${font};font-size:15px;line-height:1.5;color:${mailLook.ink}">
${blocks.join('\n')}
</body></html>
`
}

/** What a mail asks to be pressed. @param colours Of a tenant, where it has its own. */
export function toMailButton(
  url: string,
  label: string,
  { fill, ink }: { readonly fill: string; readonly ink: string } = {
    fill: mailLook.fill,
    ink: mailLook.onFilled,
  },
): string {
  const style = `display:inline-block;padding:10px 20px;border-radius:8px;background:${fill};color:${ink};text-decoration:none;font-weight:600`
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
}
