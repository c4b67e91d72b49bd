/** What one version says otherwise than another. */
export const compare = {
  action: 'Compare versions',
  title: 'Compare versions',
  lead: '{{name}}, version {{version}}',
  with: 'Compared with',
  alone: 'There is no other version yet',
  same: 'Nothing is different',
  sameHint: 'Both versions ask the same people the same way.',
  count_one: '{{count}} place is different.',
  count_other: '{{count}} places are different.',
  how: { added: 'New', removed: 'Gone', changed: 'Changed' },
  what: 'What',
  kind: 'Kind',
  times: 'Times, values and actions',
  rest: 'Also says',
  ways: 'Goes on to',
  way: '{{end}} ({{asked}})',
}
