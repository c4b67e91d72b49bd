import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take from half a minute to minutes, and are too short for their size to tell. Each keeps
 * one worker busy to its end: begun last, the others would wait for it with nothing to do.
 */
export const longest: readonly string[] = [
  'services/dms/src/crash-steps.test.ts',
  'services/dms/src/storage/server-failures.test.ts',
  'services/dms/src/features/uploads/resumable/storage-killed.test.ts',
  'services/bpm/src/offload/adversarial.test.ts',
  'packages/repo-checks/src/release/release.test.ts',
  'deploy/drills/src/restore/restore.test.ts',
  'packages/repo-checks/src/rules/installed-packages.test.ts',
  'packages/docs-site/src/site.test.ts',
  'packages/docs-site/src/versions.test.ts',
  'packages/create-countersign-app/src/create.test.ts',
  'deploy/drills/src/upgrade/upgrade.test.ts',
  'deploy/drills/src/workload/workload.test.ts',
  'services/bpm/src/random-crash.test.ts',
  'services/bpm/src/features/simulations/slices.test.ts',
  'services/bpm/src/features/inbox-streams/stream.test.ts',
  'services/iam/src/cli/cli.test.ts',
  'services/dms/src/faults.test.ts',
  'services/dms/src/crash.test.ts',
  'e2e/schemathesis/schemathesis.test.ts',
  'e2e/console-pages.browser.test.ts',
  'e2e/console-pictures.browser.test.ts',
  'e2e/console-dialogs.browser.test.ts',
  'e2e/guide/guide.browser.test.ts',
  'e2e/examples/java.test.ts',
  'e2e/examples/go.test.ts',
  'e2e/examples/python.test.ts',
]

/** The paths in the order in which they are begun: the longest, then the others as they came. */
export function orderByLength(paths: readonly string[]): readonly string[] {
  const rank = (path: string): number => {
    const index = longest.findIndex((long) => path.endsWith(`/${long}`))
    return index === -1 ? longest.length : index
  }
  return paths.toSorted((one, other) => rank(one) - rank(other))
}

/** vitest's order (what failed, what took long the last time, what is large) behind the longest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await Reflect.apply(super.sort, this, [files])
    const byPath = Map.groupBy(sorted, ({ moduleId }) => moduleId)
    return orderByLength([...byPath.keys()]).flatMap((path) => byPath.get(path) ?? [])
  }
}
