import { describe, expect, it } from 'vitest'
import type { NoticeKind } from '../../core/notice.ts'
import { composeMail, type MailSettings, type ShownItem } from './compose.ts'

const settings: MailSettings = {
  language: 'en',
  timeZone: 'Asia/Shanghai',
  name: 'Ada',
  consoleUrl: 'https://platform.example/console',
  nameOf: (id) => (id === 'u1' ? 'Grace' : undefined),
}

const item = (more: Partial<ShownItem> = {}): ShownItem => ({
  id: 'n1',
  mailId: 'm1',
  kind: 'task',
  createdAt: new Date(0),
  instanceId: 'i1',
  title: 'Trip to Lisbon',
  bizId: 'E-1',
  bizTypeName: 'Expense',
  bizTypeNames: { en: 'Expense', 'zh-CN': '报销' },
  initiatorName: 'Grace',
  agentName: null,
  status: 'RUNNING',
  taskNo: 'T-1',
  nodeName: 'Manager',
  onBehalfOf: null,
  dueAt: null,
  actorKind: 'user',
  actorName: 'Grace',
  comment: null,
  box: 'todo',
  isRead: false,
  keyFields: [],
  ...more,
})

describe('a mail', () => {
  it('says what waits, since when it is due, and where', () => {
    const dueAt = new Date('2026-03-01T08:00:00Z')
    const { subject, text, html } = composeMail([item({ dueAt, comment: 'Please' })], settings)
    expect(subject).toBe('To decide: Trip to Lisbon')
    expect(text).toContain('Hello Ada,')
    expect(text).toContain('Trip to Lisbon (Expense E-1)')
    expect(text).toContain('Mar 1, 2026, 4:00 PM (Asia/Shanghai)')
    expect(text).toContain('They wrote: Please')
    expect(text).toContain('https://platform.example/console/inbox?task=T-1\n')
    expect(text).toContain('https://platform.example/console/account')
    expect(html).toContain('href="https://platform.example/console/inbox?task=T-1"')
    expect(html).toContain('<html lang="en">')
  })

  it('says what is to be decided, in the language and the zone of its reader', () => {
    const label = { en: 'Amount', 'zh-CN': '金额' }
    const one = item({
      keyFields: [
        { name: 'amount', label, format: 'money', value: 1234.5, currency: 'CNY' },
        {
          name: 'from',
          label: { en: 'From', 'zh-CN': '开始' },
          format: 'dateTime',
          value: '2026-03-01T20:00:00Z',
        },
        {
          name: 'who',
          label: { en: 'For', 'zh-CN': '为' },
          format: 'person',
          value: ['u1', 'u2'],
        },
      ],
    })
    const { text, html } = composeMail([one], settings)
    expect(text).toContain('Amount: CN¥1,234.50\nFrom: Mar 2, 2026, 4:00 AM\nFor: Grace, u2\n')
    expect(html).toContain('Amount: CN¥1,234.50')
    const chinese = composeMail([one], { ...settings, language: 'zh-CN' })
    expect(chinese.text).toContain('Trip to Lisbon (报销 E-1)')
    expect(chinese.text).toContain('金额：¥1,234.50\n开始：2026年3月2日 04:00\n')
  })

  it.each(['task', 'copy'] as const)('says of a %s that an agent started it', (kind) => {
    const one = item({ kind, agentName: 'Build\nBot' })
    const started = 'Started by Grace through the agent Build Bot.'
    expect(composeMail([one], settings).text).toContain(started)
    const { text } = composeMail([one], { ...settings, language: 'zh-CN' })
    expect(text).toContain('发起人：Grace（通过智能体 Build Bot）。')
    expect(composeMail([item({ kind })], settings).text).toContain('Started by Grace.')
  })

  const kinds: NoticeKind[] = [
    ...(['task', 'reminder', 'escalation', 'copy', 'returned', 'finished', 'blocked'] as const),
  ]
  it.each(kinds)('has words in both languages for %s', (kind) => {
    const one = item({ kind, status: 'APPROVED', taskNo: null })
    const english = composeMail([one], settings)
    const chinese = composeMail([one], { ...settings, language: 'zh-CN' })
    for (const mail of [english, chinese]) {
      expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/undefined|null|\[object/)
      expect(mail.text).toContain('/console/approvals/i1')
    }
    expect(english.subject).not.toMatch(/\p{Script=Han}/u)
    expect(chinese.subject).toMatch(/\p{Script=Han}/u)
    expect(chinese.html).toContain('<html lang="zh-CN">')
  })

  it('says whom its reader stands in for', () => {
    const one = item({ onBehalfOf: 'Maria\nManager' })
    expect(composeMail([one], settings).text).toContain('You stand in for Maria Manager.')
    const { html } = composeMail([one], { ...settings, language: 'zh-CN' })
    expect(html).toContain('您正在代理Maria Manager。')
  })

  it('about several things shows thirty and counts the rest', () => {
    const many = Array.from({ length: 33 }, (_, index) => item({ bizId: `E-${index}` }))
    const { subject, text } = composeMail(many, settings)
    expect(subject).toBe('33 approvals: Trip to Lisbon and others')
    expect(text).toContain('E-29')
    expect(text).not.toContain('E-30')
    expect(text).toContain('And 3 more in your inbox.')
  })

  it('takes titles for nothing but text', () => {
    const hostile = '"><img src=x onerror=alert(1)>\r\nBcc: all@example.org\u202E\u0000 \u2028&amp;'
    const { subject, text, html } = composeMail(
      [item({ title: hostile, comment: hostile, nodeName: hostile, initiatorName: hostile })],
      { ...settings, name: hostile },
    )
    expect(subject).not.toMatch(/[\r\n\0\u2028\u202E]/)
    expect(text).not.toMatch(/^Bcc:/m)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: all@example.org &amp;amp;')
  })

  it('cuts what is endless, between characters', () => {
    const { subject } = composeMail([item({ title: '😀'.repeat(500) })], settings)
    expect([...subject]).toHaveLength(150)
    expect(subject.endsWith('😀…')).toBe(true)
  })
})
