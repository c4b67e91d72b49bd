import { writeJson } from '../files.ts'
import { layoutOf } from '../layout.ts'
import { ensureSecrets } from '../secrets.ts'
import { readSettings } from '../settings.ts'
import { describePlatform } from './platform.ts'
import { buildSeed } from './seed.ts'

/** Writes the file that `iam bootstrap` applies. A process of its own, for the launcher's sake. */
const settings = readSettings(process.env, process.cwd())
const layout = layoutOf(settings.dataDir)
const secrets = await ensureSecrets(layout.secretsFile)
await writeJson(layout.seedFile, buildSeed(describePlatform(settings, secrets), secrets))
