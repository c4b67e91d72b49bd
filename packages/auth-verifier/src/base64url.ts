/**
 * Decodes base64url without padding (RFC 7515 section 2), or answers undefined when the text is
 * anything but the one canonical spelling: no padding, no whitespace, no `+` or `/`, no length of
 * 4n+1, no set bits after the last byte. Node's decoder skips all of these silently, so the bytes
 * are encoded again and compared; that is native code and cheaper than looking at each character.
 */
export function decodeBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
