import { act, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { auditQuery, type DmsDocument } from '../queries.ts'
import { ActivityTab } from './activity-tab.tsx'

signInFirst()
beforeAll(() => speak('zh-CN', 'documents'))

const audit = '/api/dms/documents/{documentId}/audit'
const entry = (sequence: number, action: string) => ({
  sequence,
  action,
  actor: { kind: 'anonymous', id: null },
  occurredAt: '2026-11-23T10:00:00.000Z',
  hash: 'ab'.repeat(32),
})

it('says in words what happened, and leaves what it has no words for', async () => {
  const cache = makeCache()
  const items = [
    entry(3, 'version.levitated'),
    entry(2, 'version.downloaded'),
    entry(1, 'share.created'),
  ]
  const pages = [{ items, nextCursor: null }]
  cache.setQueryData(auditQuery('d').queryKey, { pages, pageParams: [''] } as never)
  await show(<ActivityTab document={{ id: 'd' } as DmsDocument} />, cache)
  expect(says('下载')).toBe(true)
  expect(says('创建分享链接')).toBe(true)
  expect(says('share.created')).toBe(false)
  expect(says('version.levitated')).toBe(true)
})

it('keeps what is read when more of it, or all of it anew, cannot be read', async () => {
  const cache = makeCache()
  const pages = [{ items: [entry(2, 'version.downloaded')], nextCursor: 'next' }]
  const { queryKey } = auditQuery('d')
  cache.setQueryData(queryKey, { pages, pageParams: [''] } as never)
  await show(<ActivityTab document={{ id: 'd' } as DmsDocument} />, cache)
  refuse('get', audit, { code: 'dms.busy', status: 503 })
  await press('显示更多')
  await screen.findByRole('alert')
  expect(says('下载')).toBe(true)
  await act(() => cache.refetchQueries({ queryKey }))
  expect(says('下载')).toBe(true)
  give('get', audit, { items: [entry(1, 'share.created')], nextCursor: null } as never)
  await press('重试')
  await expect.poll(() => says('创建分享链接')).toBe(true)
})
