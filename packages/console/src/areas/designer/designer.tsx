import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../me/me.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { BlockSkeleton } from '../../shared/skeletons.tsx'
import { DefinitionActions } from './definition-actions.tsx'
import { DefinitionTag } from './definition-tag.tsx'
import classes from './designer.module.css'
import { ProblemsPanel } from './problems-panel.tsx'
import { problemsQuery, type Content, type Definition } from './queries.ts'
import { StepForm } from './tree/step-form.tsx'
import { TreeEditor } from './tree/tree-editor.tsx'
import { findStep, replaceStep } from './tree/tree-model.ts'

// The drawing library is larger than everything else together.
const BpmnEditor = lazy(async () => ({
  default: (await import('./bpmn/bpmn-editor.tsx')).BpmnEditor,
}))

const pauseMs = 600

export function Designer(props: { readonly definition: Definition; readonly content: Content }) {
  const { t } = useTranslation('designer')
  const { definition } = props
  const typeName = useBizTypeName()
  const [content, setContent] = useState(props.content)
  const [selected, setSelected] = useState<string>()
  const mayWrite = useMay('bpm:definition:write')
  const disabled = !mayWrite || definition.status !== 'DRAFT'
  const [settled] = useDebouncedValue(content, pauseMs)
  const problems = useQuery({
    ...problemsQuery(definition.bizType, definition.key, settled),
    enabled: mayWrite,
    placeholderData: keepPreviousData,
  })
  const found = problems.data?.problems
  // What is no draft will not be published again: only what is wrong with it is worth saying.
  const isChecked = mayWrite && (definition.status === 'DRAFT' || (found?.length ?? 0) > 0)
  const faulty = useMemo(
    () => new Map((found ?? []).map(({ element, message }) => [element, message])),
    [found],
  )
  return (
    <Page>
      <nav>
        <Link to="/processes">← {t('title')}</Link>
      </nav>
      <PageHeader
        title={definition.name}
        lead={
          <>
            {typeName(definition.bizType)} · {definition.key} ·{' '}
            {t('versionNo', { version: definition.version })}{' '}
            <DefinitionTag status={definition.status} />
          </>
        }
        actions={
          <DefinitionActions
            definition={definition}
            content={content}
            isChanged={content !== props.content}
            hasProblems={found === undefined || found.length > 0}
          />
        }
      />
      {definition.status !== 'DRAFT' && <Alert variant="default">{t('readOnly')}</Alert>}
      {'tree' in content ? (
        <TreeDesigner
          content={content}
          onChange={setContent}
          selected={selected}
          onSelect={setSelected}
          faulty={faulty}
          disabled={disabled}
        />
      ) : (
        <Suspense fallback={<BlockSkeleton lines={8} />}>
          <BpmnEditor
            xml={content.bpmnXml}
            onChange={(bpmnXml) => setContent({ bpmnXml })}
            faulty={faulty}
            disabled={disabled}
          />
        </Suspense>
      )}
      {isChecked && (
        <ProblemsPanel problems={found} error={problems.error} onSelect={setSelected} />
      )}
    </Page>
  )
}

function TreeDesigner(props: {
  readonly content: Extract<Content, { readonly tree: unknown }>
  readonly onChange: (content: Content) => void
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { tree } = props.content
  const step = props.selected === undefined ? undefined : findStep(tree.steps, props.selected)
  return (
    <div className={classes.editor}>
      <div className={classes.sheet}>
        <TreeEditor
          tree={tree}
          onChange={(next) => props.onChange({ tree: next })}
          selected={props.selected}
          onSelect={props.onSelect}
          faulty={new Set(props.faulty.keys())}
          disabled={props.disabled}
        />
      </div>
      <aside className={classes.properties} aria-label={t('bpmn.properties')}>
        {step === undefined ? (
          t('bpmn.choose')
        ) : (
          <StepForm
            key={step.id}
            step={step}
            disabled={props.disabled}
            onChange={(next) => props.onChange({ tree: replaceStep(tree, next) })}
          />
        )}
      </aside>
    </div>
  )
}
