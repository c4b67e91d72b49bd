import { Group, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import classes from './page.module.css'

/** The top of a page: its name, which is the tab's too, one line below it, and what can be done. */
export function PageHeader(props: {
  readonly title: string
  /** How much waits there: beside the name in the tab of the browser. */
  readonly count?: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
}) {
  const { title, count } = props
  useEffect(() => {
    document.title = `${count === undefined ? '' : `(${count}) `}${title} · Countersign`
  }, [title, count])
  return (
    <header className={classes.header}>
      <div className={classes.heading}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {props.lead !== undefined && (
          <Text component="div" size="sm" className={classes.lead}>
            {props.lead}
          </Text>
        )}
      </div>
      {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
    </header>
  )
}
