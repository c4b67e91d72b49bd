// None in which browsers run script, whatever the site around them wants: HTML, SVG and all other XML. A PDF's
// they run in a viewer that is held apart.
const inlineTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif)|text\/plain|video\/(?:mp4|webm)|audio\/(?:mpeg|ogg|mp4|wav)|application\/pdf)$/

// Script, by all its names (WHATWG MIME Sniffing 4.6), and styles: what a page runs, or wears, that only names the address.
const runnableTypes =
  /^(?:(?:application|text)\/(?:x-)?(?:ecma|java)script|text\/(?:javascript1\.[0-5]|jscript|livescript|css)|application\/wasm)$/

const token = '[A-Za-z0-9!#$&^_.+-]+'
/** A type and subtype, and whatever follows of parameters (RFC 9110 section 8.3.1). */
export const mediaTypePattern = `^\\s*${token}/${token}\\s*(?:;.*)?$`
const bare = new RegExp(`^${token}/${token}$`)

/** Type and subtype in lower case, without parameters; undefined when it is no media type. */
export function parseMediaType(text: string | undefined): string | undefined {
  const type = text?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && bare.test(type) ? type : undefined
}

/**
 * The type that is stored: what the bytes show, else what the client declared, else unknown bytes.
 * A declared type cannot make binary content of one kind pass for another.
 */
export function chooseMediaType(sniffed: string | undefined, declared: string | undefined): string {
  // Office files are zip archives to a sniffer that sees only the beginning.
  const container = sniffed === 'application/zip' || sniffed === 'application/x-cfb'
  if (container && declared !== undefined && /^application\/(?:vnd\.|msword)/.test(declared)) {
    return declared
  }
  return sniffed ?? declared ?? 'application/octet-stream'
}

/** Whether an allow list such as `image/*, application/pdf` has the type. */
export function isTypeAllowed(type: string, allowed: readonly string[]): boolean {
  return allowed.some(
    (pattern) =>
      pattern === '*/*' ||
      pattern === type ||
      (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/** Whether a browser may show the type in place (under a sandbox policy). */
export function mayShowInline(type: string): boolean {
  return inlineTypes.test(type)
}

/** The type by which a file leaves where no token is asked for: no page has it for a script of the platform's. */
export const inertType = (type: string): string =>
  runnableTypes.test(type) ? 'application/octet-stream' : type
