/** What can be made of a file, by its stored type and, for generic types, by its name. */
export type FileKind =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'image'; readonly format: string }
  | { readonly kind: 'video'; readonly format: string }
  | { readonly kind: 'office'; readonly extension: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'other' }

/** Pictures that a decoder of their own turns into PNG first. */
export const HEIF = 'heif'

// The format is named to the decoder, which never guesses: a playlist that says it is an image could
// name other files and addresses.
const imageFormats: Readonly<Record<string, string>> = {
  'image/png': 'png_pipe',
  'image/jpeg': 'jpeg_pipe',
  'image/gif': 'gif',
  'image/webp': 'webp_pipe',
  'image/tiff': 'tiff_pipe',
  'image/bmp': 'bmp_pipe',
  'image/heic': HEIF,
  'image/heif': HEIF,
  'image/avif': HEIF,
}
const videoFormats: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
  'video/ogg': 'ogg',
}
const officeExtensions: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.ms-word.document.macroenabled.12': 'docm',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsm',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'pptm',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
}
const packages = new Set(['docx', 'xlsx', 'pptx', 'docm', 'xlsm', 'pptm', 'odt', 'ods', 'odp'])
// Of these a sniffer says only what the container is.
const containers = new Set(['application/zip', 'application/x-cfb', 'application/octet-stream'])
const textType =
  /^text\/|^application\/(?:json|xml|javascript|x-sh|sql|yaml|toml|x-ndjson)$|\+(?:json|xml|yaml)$/
const textExtensions = new Set(['txt', 'md', 'csv', 'tsv', 'log', 'json', 'xml', 'yaml', 'yml'])

export function classifyFile(contentType: string, fileName: string): FileKind {
  if (contentType === 'application/pdf') return { kind: 'pdf' }
  const image = imageFormats[contentType]
  if (image !== undefined) return { kind: 'image', format: image }
  const video = videoFormats[contentType]
  if (video !== undefined) return { kind: 'video', format: video }
  const office = officeExtensions[contentType]
  if (office !== undefined) return { kind: 'office', extension: office }
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (containers.has(contentType)) {
    const known = Object.values(officeExtensions).includes(extension)
    if (known && contentType !== 'application/octet-stream') return { kind: 'office', extension }
    const isText = contentType === 'application/octet-stream' && textExtensions.has(extension)
    return isText ? { kind: 'text' } : { kind: 'other' }
  }
  return textType.test(contentType) ? { kind: 'text' } : { kind: 'other' }
}

/** Whether files with this extension are zip archives of XML. */
export const isPackage = (extension: string) => packages.has(extension)
