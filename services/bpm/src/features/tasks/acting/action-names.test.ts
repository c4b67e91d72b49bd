import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { taskActionPaths } from '../../../core/task.ts'

const component = new URL('../../../../../../packages/approval-ui/src/actions.ts', import.meta.url)

// The component is installed alone and imports nothing of ours: only its text can be compared.
it('offers every action of the API in the component, and none that the API has not', async () => {
  const text = await readFile(component, 'utf8')
  const list = /actionNames = \[([^\]]*)\]/.exec(text)?.[1] ?? ''
  const offered = [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)

  expect(offered.toSorted()).toEqual([...Object.values(taskActionPaths), 'read'].toSorted())
})
