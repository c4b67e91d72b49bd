#!/usr/bin/env node
import { relative } from 'node:path'
import { createApp } from './create.ts'

const usage = `npm create countersign-app <folder>

  Lays out a business application for Countersign in a new or an empty folder. Nothing is fetched:
  what it needs is installed by npm afterwards.
`

const [folder, ...others] = process.argv.slice(2)
if (folder === '--help') {
  console.log(usage)
} else if (folder === undefined || folder.startsWith('-') || others.length > 0) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    const target = await createApp(folder)
    console.log(`Laid out in ${target}. Its README.md says how to go on:

  cd ${relative('.', target) || '.'}
  npm install
  npm test`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
