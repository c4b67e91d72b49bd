// In no text, and in nothing that is put into one.
const gap = '\u0000'

/**
 * A text with one gap, looked up once and filled many times: a look-up costs more than the rest of
 * a row that is drawn while somebody scrolls.
 *
 * @param look Gives the text with what it is given in the gap: `(name) => t('select', { name })`.
 */
export function withGap(look: (gap: string) => string): (value: string) => string {
  const [before = '', after = ''] = look(gap).split(gap)
  return (value) => before + value + after
}
