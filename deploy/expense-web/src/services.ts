import { createContext, useContext } from 'react'
import type { Api } from './api.ts'
import type { Session } from './sign-in.ts'

/** What the pages work with. */
interface AppServices {
  readonly session: Session
  readonly api: Api
}

const ServicesContext = createContext<AppServices | undefined>(undefined)

export const Services = ServicesContext.Provider

export function useServices(): AppServices {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('a page outside of the application')
  return services
}
