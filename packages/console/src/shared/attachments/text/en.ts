export const texts = {
  title: 'Attach documents',
  upload: 'From this computer',
  uploadHint: 'Those who take part in this approval will be able to read it.',
  sending: 'Sending {{name}}',
  unsent: '“{{name}}” was not sent:',
  library: 'From the library',
  search: 'Title or words in it',
  none: 'No document found.',
  libraryHint: 'Whoever may not read a document sees its name alone.',
  chosen: 'To be attached',
  remove: 'Remove {{name}}',
  attach: 'Attach',
} as const
