/**
 * The name of a heading in links, as forges make it: links between the documents hold in both. A
 * second heading of the same words gets `-1` in both as well.
 */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
