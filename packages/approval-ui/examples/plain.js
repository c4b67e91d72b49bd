// Beside it lie the files of dist/standalone/ and a module of the page's own that signs people in.
// oxlint-disable-next-line import/no-unassigned-import -- it defines the element
import './approval-panel.js'
import { attachFiles } from './attach-files.js'
import { getAccessToken } from './sign-in.js'

// Empty where the page is served from the platform's own address.
const platform = ''

const panel = document.querySelector('approval-panel')
const status = document.querySelector('[role=status]')

panel.transport = async (path, init) =>
  fetch(platform + path, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${await getAccessToken()}` },
  })
panel.attach = attachFiles(panel.transport)

panel.addEventListener('approval-decided', ({ detail }) => {
  status.textContent = `${detail.taskNo}: ${detail.action}`
})
panel.addEventListener('approval-open-detail', ({ detail }) => {
  location.assign(detail.detailUrl)
})
