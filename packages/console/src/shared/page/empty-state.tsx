import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IconName } from '../icon.tsx'
import { Illustration } from './illustration.tsx'
import classes from './states.module.css'

/** Nothing to show, why that is fine, and what could be done next (`children`). */
export function EmptyState(props: {
  readonly icon: IconName
  readonly title: string
  readonly hint?: string | undefined
  /** It is all that the page says. */
  readonly isPage?: boolean
  readonly children?: ReactNode
}) {
  return (
    <div className={classes.state} role="status">
      <Illustration icon={props.icon} />
      <Title order={props.isPage === true ? 1 : 2} size="h2">
        {props.title}
      </Title>
      {props.hint !== undefined && <Text className={classes.hint}>{props.hint}</Text>}
      {props.children}
    </div>
  )
}
