import { dropEmpty } from '../../../shared/form/drop-empty.ts'

/** What stands in the form of a new source. */
export const emptySource = {
  name: '',
  kind: 's3' as string,
  endpoint: '',
  region: '',
  bucket: '',
  basePath: '',
  credentialsRef: '',
}
export type SourceFields = typeof emptySource

/** Only what the kind has: what was typed of a bucket before a folder was chosen is not sent. */
export function toSourceBody({ name, kind, basePath, ...bucket }: SourceFields) {
  return kind === 's3'
    ? { name, kind: 's3' as const, ...dropEmpty({ ...bucket, basePath }) }
    : { name, kind: 'filesystem' as const, ...dropEmpty({ basePath }) }
}
