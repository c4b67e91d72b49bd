import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useMay } from '../../me/me.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { EditNotices } from '../../shared/form/edit-notices.tsx'
import { useEdited, type Edited } from '../../shared/form/use-edited.ts'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import type { Settle } from './bpmn/use-bpmn-model.ts'
import { DefinitionActions } from './definition-actions.tsx'
import { DefinitionTag } from './definition-tag.tsx'
import classes from './designer.module.css'
import { DrawnProcessContext } from './drawn-process.ts'
import { DryRunPanel } from './dry-run/dry-run-panel.tsx'
import { ImportedPanel } from './imported-panel.tsx'
import { ProblemsPanel, RepairAll } from './problems/problems-panel.tsx'
import { useProblems } from './problems/use-problems.ts'
import { useRepair } from './problems/use-repair.ts'
import type { Content, Definition, Drawn } from './queries.ts'
import { TreeDesigner } from './tree/tree-designer.tsx'
import { useFieldsOf } from './use-fields-of.ts'

// The drawing library is larger than everything else together.
const BpmnEditor = lazy(async () => ({
  default: (await import('./bpmn/bpmn-editor.tsx')).BpmnEditor,
}))

/** One version of a process: its drawing, what is wrong with it, and what can be done with it. */
export function Designer({ stored }: { readonly stored: Drawn }) {
  const [content, setContent] = useState(stored.content)
  const edited = useEdited(stored, content, setContent)
  const definition = edited.kept
  const [selected, setSelected] = useState<string>()
  const [isTrying, setIsTrying] = useState(false)
  const stopTrying = () => setIsTrying(false)
  const settle = useRef<Settle>(undefined)
  const mayWrite = useMay('bpm:definition:write')
  const isDraft = definition.status === 'DRAFT'
  const process = useDrawnProcess(definition, content, mayWrite)
  const { drawn, findings, faulty, error } = process
  const { settled, repairing } = useRepairing(definition, content, {
    settle,
    onRepaired: setContent,
    isAllowed: mayWrite && isDraft,
  })
  // What is no draft will not be published again: only what is wrong with it is worth saying.
  const isChecked = mayWrite && (isDraft || (findings?.length ?? 0) > 0)
  const actions = (
    <DefinitionActions
      {...{ edited, content, settle: settled }}
      hasProblems={findings?.some(({ isFault }) => isFault) ?? true}
      onDryRun={() => setIsTrying(true)}
      onConverted={setContent}
    />
  )
  return (
    <Page>
      <Head {...{ edited, actions }} />
      <DrawnProcessContext value={drawn}>
        <Tried {...{ definition, content, isTrying }} onSelect={setSelected} onClose={stopTrying}>
          <Drawing
            key={edited.taken}
            content={content}
            onChange={setContent}
            settle={settle}
            selected={selected}
            onSelect={setSelected}
            faulty={faulty}
            disabled={!mayWrite || !isDraft}
            rescue={repairing && <RepairAll findings={findings ?? []} {...repairing} />}
          />
        </Tried>
      </DrawnProcessContext>
      {isChecked && <ProblemsPanel {...{ findings, error, repairing }} onSelect={setSelected} />}
      <ImportedPanel notes={process.imported} />
    </Page>
  )
}

/** Repairs of a draft, on the content with what was drawn a moment ago. */
function useRepairing(
  definition: Definition,
  content: Content,
  options: {
    readonly settle: RefObject<Settle | undefined>
    readonly onRepaired: (content: Content) => void
    readonly isAllowed: boolean
  },
) {
  const { settle, onRepaired, isAllowed } = options
  const settled = async (): Promise<Content> => {
    const bpmnXml = await settle.current?.()
    return bpmnXml === undefined ? content : { bpmnXml }
  }
  const { isPending: isRunning, mutate: onRepair } = useRepair(definition, settled, onRepaired)
  return { settled, repairing: isAllowed ? { isRunning, onRepair } : undefined }
}

/** What can be asked in the process, and what is wrong with it as it is drawn. */
function useDrawnProcess(definition: Definition, content: Content, isAsked: boolean) {
  const fields = useFieldsOf(definition.bizType)
  const { findings, faults, error, imported } = useProblems(definition, content, {
    fields,
    isAsked,
  })
  const faulty = useMemo(
    () => new Map(findings?.map(({ select, text }) => [select, text]) ?? []),
    [findings],
  )
  const { bizType } = definition
  const drawn = useMemo(() => ({ bizType, fields, faults }), [bizType, fields, faults])
  return { drawn, findings, faulty, error, imported }
}

function Head(props: {
  readonly edited: Edited<Definition, Content>
  readonly actions: ReactNode
}) {
  const { t } = useTranslation('designer')
  const { edited, actions } = props
  const definition = edited.kept
  return (
    <>
      <nav>
        <Link to="/processes">← {t('title')}</Link>
      </nav>
      <PageHeader
        title={definition.name}
        lead={<Lead definition={definition} />}
        actions={actions}
      />
      <EditNotices edited={edited} />
      {definition.status !== 'DRAFT' && <Alert variant="default">{t('readOnly')}</Alert>}
    </>
  )
}

/** The drawing, and what is tried of it beside it. */
function Tried(
  props: Parameters<typeof DryRunPanel>[0] & {
    readonly isTrying: boolean
    readonly children: ReactNode
  },
) {
  const { isTrying, children, ...panel } = props
  return (
    <div className={isTrying ? classes.trying : ''}>
      {children}
      {isTrying && <DryRunPanel {...panel} />}
    </div>
  )
}

function Lead({ definition }: { readonly definition: Definition }) {
  const { t } = useTranslation('designer')
  const typeName = useBizTypeName()
  const { bizType, key, version, status } = definition
  return (
    <>
      {typeName(bizType)} · {key} · {t('versionNo', { version })} <DefinitionTag status={status} />
    </>
  )
}

/** Drawn in the form that it was begun in. */
function Drawing(props: {
  readonly content: Content
  readonly onChange: (content: Content) => void
  readonly settle: RefObject<Settle | undefined>
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
  readonly rescue: ReactNode
}) {
  const { content, onChange, settle, selected, onSelect, faulty, disabled, rescue } = props
  if ('tree' in content) {
    return (
      <TreeDesigner
        tree={content.tree}
        onChange={(tree) => onChange({ tree })}
        selected={selected}
        onSelect={onSelect}
        faulty={new Set(faulty.keys())}
        disabled={disabled}
      />
    )
  }
  return (
    <Suspense fallback={<BlockSkeleton lines={8} />}>
      <BpmnEditor
        xml={content.bpmnXml}
        onChange={(bpmnXml) => onChange({ bpmnXml })}
        settle={settle}
        selected={selected}
        faulty={faulty}
        disabled={disabled}
        rescue={rescue}
      />
    </Suspense>
  )
}
