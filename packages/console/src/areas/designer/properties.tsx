import type { TreeSeparation } from '@countersign/contracts'
import { Tabs, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import classes from './designer.module.css'
import { SeparationsField } from './rules/separations-field.tsx'
import type { NamedStep } from './rules/separations.ts'

interface Props {
  /** Id of what is chosen in the drawing. */
  readonly chosen: string | undefined
  /** What the chosen element says. */
  readonly children: ReactNode
  readonly separations: readonly TreeSeparation[]
  readonly steps: readonly NamedStep[]
  readonly onSeparate: (separations: readonly TreeSeparation[]) => void
  readonly disabled: boolean
}

/** Beside a drawing: what the chosen element says, and what holds for all of the process. */
export function Properties(props: Props) {
  const { t } = useTranslation('designer')
  const { chosen, disabled } = props
  // Whoever chooses another element wants to see that one.
  const [shown, setShown] = useState<{ readonly of: string | undefined; readonly tab: string }>()
  const isAsked = shown !== undefined && shown.of === chosen
  const tab = isAsked ? shown.tab : chosen === undefined ? 'process' : 'element'
  return (
    <aside className={classes.properties} aria-label={t('bpmn.properties')}>
      <Tabs
        value={tab}
        onChange={(next) => setShown({ of: chosen, tab: next ?? 'element' })}
        keepMounted={false}
      >
        <Tabs.List grow mb="md">
          <Tabs.Tab value="element" disabled={chosen === undefined}>
            {t('properties.element')}
          </Tabs.Tab>
          <Tabs.Tab value="process">{t('properties.process')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="element">{props.children}</Tabs.Panel>
        <Tabs.Panel value="process">
          {chosen === undefined && (
            <Text size="sm" c="dimmed" mb="md">
              {t('bpmn.choose')}
            </Text>
          )}
          <SeparationsField
            value={props.separations}
            steps={props.steps}
            onChange={props.onSeparate}
            disabled={disabled}
          />
        </Tabs.Panel>
      </Tabs>
    </aside>
  )
}
