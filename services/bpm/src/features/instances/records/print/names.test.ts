import type { RecordAction } from '@countersign/record'
import { expect, it } from 'vitest'
import { taskActionPaths } from '../../../../core/task.ts'
import { nameWithAgent } from './names.ts'
import { chinese } from './texts-zh.ts'
import { english } from './texts-en.ts'

const started = (details: RecordAction['details']) => ({ details }) as RecordAction

it.each([
  [{ agent: 'build-bot', agentName: 'Build Bot' }, 'Dana through the agent Build Bot'],
  [{ agent: 'build-bot' }, 'Dana through the agent build-bot'],
  [{}, 'Dana'],
])('a print names who acted, and the agent: %o', (details, name) => {
  expect(nameWithAgent('Dana', started(details), english)).toBe(name)
})

it('says it in Chinese, and nothing where no start is known', () => {
  const action = started({ agentName: 'Build Bot' })
  expect(nameWithAgent('Dana', action, chinese)).toBe('Dana 通过智能体 Build Bot')
  expect(nameWithAgent('Dana', undefined, english)).toBe('Dana')
})

const byOthers = [
  'raiseIncident',
  'retryIncident',
  'resolveIncident',
  'stop',
  'restored',
  'migrate',
]

it.each([...Object.values(taskActionPaths), ...byOthers])(
  'has words for %s in both languages',
  (action) => {
    expect(english.actions[action]).toMatch(/ |ed$/)
    expect(chinese.actions[action]).toMatch(/[一-鿿]/)
  },
)
