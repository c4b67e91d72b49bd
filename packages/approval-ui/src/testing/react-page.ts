import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApprovalPanelView } from '../react.ts'

const events: string[] = []
const element = document.querySelector('#app')
if (element === null) throw new Error('the page has no #app')

const transport = (path: string, init: RequestInit) => fetch(path, init)
const show = (taskNo: string) =>
  createElement(
    StrictMode,
    null,
    createElement(ApprovalPanelView, {
      taskNo,
      transport,
      lang: 'en',
      onDecided: ({ action, taskNo: decided }) => events.push(`${action} ${decided}`),
      onOpenDetail: ({ detailUrl }) => events.push(detailUrl),
    }),
  )

createRoot(element).render(show('T-1'))
Object.assign(globalThis, { events })
