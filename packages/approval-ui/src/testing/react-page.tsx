import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Decide } from '../../examples/react.tsx'

const opened: string[] = []
const element = document.querySelector('#app')
if (element === null) throw new Error('the page has no #app')

const getAccessToken = () => Promise.resolve('of-the-user')
const open = (detailUrl: string) => opened.push(detailUrl)

createRoot(element).render(
  <StrictMode>
    <Decide taskNo="T-1" getAccessToken={getAccessToken} onOpen={open} />
  </StrictMode>,
)
Object.assign(globalThis, { opened })
