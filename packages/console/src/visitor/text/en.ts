export const texts = {
  title: 'Shared with you',
  password: 'Password',
  unlock: 'Open',
  download: 'Download',
  size: '{{name}}, {{size}}',
} as const
