import { act } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { renditionsQuery, shownQuery, versionQuery } from './queries.ts'
import { PreviewOf } from './version-preview.tsx'

signInFirst()
beforeAll(() => speak('en', 'preview'))

it('stays to be read when it cannot be read again', async () => {
  const version = { id: 'v-1', fileName: 'plan.txt', contentType: 'text/plain' }
  const preview = { kind: 'preview', status: 'READY', contentType: 'text/plain' }
  const cache = makeCache()
  cache.setQueryData(versionQuery('v-1').queryKey, version as never)
  cache.setQueryData(renditionsQuery('v-1').queryKey, [preview] as never)
  cache.setQueryData(shownQuery('v-1', undefined).queryKey, new Blob(['Words of the plan']))
  await show(<PreviewOf versionId="v-1" />, cache)
  await expect.poll(() => says('Words of the plan')).toBe(true)
  const busy = { code: 'dms.busy', status: 503 }
  refuse('get', '/api/dms/versions/{versionId}', busy)
  refuse('get', '/api/dms/versions/{versionId}/renditions', busy)
  refuse('get', '/api/dms/versions/{versionId}/preview', busy)
  await act(() => cache.refetchQueries({ queryKey: ['dms'] }))
  expect(cache.getQueryState(versionQuery('v-1').queryKey)?.status).toBe('error')
  expect(says('Words of the plan')).toBe(true)
})
