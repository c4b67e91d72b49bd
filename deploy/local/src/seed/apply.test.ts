import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeJson } from '../files.ts'
import { layoutOf, prepareLayout } from '../layout.ts'
import type { Plan } from '../plan.ts'
import { createProgress } from '../progress.ts'
import { ensureSecrets } from '../secrets.ts'
import { openSeeded } from '../seeded.ts'
import { readSettings } from '../settings.ts'
import { publishDefinitions } from './apply.ts'
import { describePlatform } from './platform.ts'

it('keeps no platform from starting that has processes, when new ones cannot be published', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-publish-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const layout = layoutOf(dir)
  await prepareLayout(layout)
  const secrets = await ensureSecrets(layout.secretsFile)
  const settings = readSettings({}, dir)
  const platform = describePlatform(settings, secrets)
  // Without its database the first task is refused.
  const plan: Plan = { settings, layout, secrets, platform, baseEnv: {}, pages: {} }
  const lines: string[] = []
  const publish = async () =>
    publishDefinitions(
      plan,
      await openSeeded(layout.seededFile),
      createProgress((line) => lines.push(line)),
    )
  await expect(publish()).rejects.toThrow('dms biz-type register failed')
  await writeJson(layout.seededFile, { definitions: 'of an earlier version' })
  await publish()
  expect(lines).toEqual([
    expect.stringMatching(
      /^! The processes .* stay as they were: dms biz-type register failed\. Log: .*\.log$/,
    ),
  ])
})
