import { afterEach, describe, expect, it } from 'vitest'
import { ApprovalLastLook, type Looked } from './last-look.ts'
import { aTask, anInstance, lastLook } from './testing/answers.ts'
import { findLanguage } from './text/texts.ts'

afterEach(() => document.body.replaceChildren())

const looked: Looked = { task: aTask(), instance: anInstance(), lastLook }
const same = { ...lastLook, changes: [], attachments: [] }

async function draw(shown: Looked, tag = 'en') {
  const element = new ApprovalLastLook()
  Object.assign(element, { shown, language: findLanguage(tag) })
  document.body.append(element)
  await element.updateComplete
  const texts = [...(element.shadowRoot?.querySelectorAll('strong, li, .meta') ?? [])]
  return texts.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())
}

describe('what is different since the reader last saw it', () => {
  it('[BPM-14] is said by name, with what they did then, when and in which round', async () => {
    expect(await draw(looked)).toEqual([
      'Changed since you returned it',
      'Amount',
      'costCentre',
      '“Quotation.pdf” attached',
      'Round 1 ·',
    ])
    expect(await draw(looked, 'zh-CN')).toEqual([
      '您退回之后有变更',
      'Amount',
      'costCentre',
      '已添加附件“Quotation.pdf”',
      '第 1 轮 ·',
    ])
  })

  it('names a document that is another version once, and nothing that the task does not show', async () => {
    const names = ['versionId', 'versionNo', 'sha256', 'reason', 'secret']
    const changes = names.map((name) => ({ name, label: null, from: 'a', to: 'b' }))
    const texts = await draw({ ...looked, lastLook: { ...same, changes } })
    expect(texts.slice(1, -1)).toEqual(['New version of the document', 'Reason'])
  })

  it('is nothing, and said so, of what comes back to be decided; else nothing is said', async () => {
    const [first] = await draw({ ...looked, lastLook: same })
    expect(first).toBe('Nothing has changed since you returned it')
    for (const other of [
      { instance: anInstance({ round: 1 }) },
      { task: aTask({ allowedActions: [] }) },
      { lastLook: { ...same, seen: null } },
    ]) {
      expect(await draw({ ...looked, lastLook: same, ...other })).toEqual([])
    }
  })
})
