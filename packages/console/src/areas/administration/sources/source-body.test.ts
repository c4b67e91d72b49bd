import { describe, expect, it } from 'vitest'
import { emptySource, toSourceBody, type SourceFields } from './source-body.ts'

const bucket = {
  endpoint: 'https://s3.example',
  bucket: 'archive',
  credentialsRef: 'STORAGE_ARCHIVE',
}
const bodyOf = (fields: Partial<SourceFields>) =>
  toSourceBody({ ...emptySource, name: 'Archive', ...fields })

describe('what is sent of a new source', () => {
  it.each<[string, Partial<SourceFields>, object]>([
    ['a bucket, without what was left empty', bucket, { kind: 's3', ...bucket }],
    [
      'a bucket with all that can be said of it',
      { ...bucket, region: 'eu-1', basePath: 'a/b' },
      { kind: 's3', ...bucket, region: 'eu-1', basePath: 'a/b' },
    ],
    ['a folder', { kind: 'filesystem', basePath: 'a/b' }, { kind: 'filesystem', basePath: 'a/b' }],
    [
      'a folder that was a bucket first',
      { ...bucket, region: 'eu-1', kind: 'filesystem' },
      { kind: 'filesystem' },
    ],
  ])('%s', (_, fields, body) => {
    expect(bodyOf(fields)).toEqual({ name: 'Archive', ...body })
  })
})
