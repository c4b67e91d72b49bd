import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { says } from '../../../testing/person.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { auditQuery, type DmsDocument } from '../queries.ts'
import { ActivityTab } from './activity-tab.tsx'

signInFirst()
beforeAll(() => speak('zh-CN', 'documents'))

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
