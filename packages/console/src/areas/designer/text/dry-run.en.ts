/** What a start would come to. */
export const dryRun = {
  title: 'Dry run',
  initiator: 'Started by (you, if empty)',
  run: 'Show the path',
  path: 'Path and people, if everybody approves',
  nobody: 'Nobody is asked.',
}
