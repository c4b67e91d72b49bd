import { expect, it } from 'vitest'
import { classifyFile } from './file-kind.ts'

it.each([
  ['application/pdf', 'a.pdf', 'pdf'],
  ['image/png', 'a.png', 'image'],
  ['image/heic', 'a.heic', 'image'],
  ['image/svg+xml', 'a.svg', 'text'],
  ['text/html', 'a.html', 'text'],
  ['application/json', 'a.json', 'text'],
  ['video/mp4', 'a.mp4', 'video'],
  ['application/msword', 'a.doc', 'office'],
  ['application/zip', 'report.DOCX', 'office'],
  ['application/zip', 'backup.zip', 'other'],
  ['application/x-cfb', 'table.xls', 'office'],
  ['application/octet-stream', 'notes.md', 'text'],
  // What nobody has recognized is not given to a converter for its name.
  ['application/octet-stream', 'a.docx', 'other'],
  ['application/octet-stream', 'a.exe', 'other'],
])('[DMS-16] a file of type %s named %s is %s', (type, name, kind) => {
  expect(classifyFile(type, name).kind).toBe(kind)
})
