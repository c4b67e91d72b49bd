/** A rule about the text of a source file that neither compiler nor linter has. */
interface TextRule {
  readonly name: string
  readonly comment: string
  readonly pattern: RegExp
  /** Files the rule does not speak of. */
  readonly except?: RegExp
}

export interface TextFault {
  readonly rule: string
  readonly file: string
  readonly line: number
}

const PACKAGE_ENTRY =
  /^packages\/(auth-verifier|contracts|event-receiver|record|approval-ui)\/src\/index\.ts$/

const PERSON = /\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself|[Ss]he|[Hh]ers?|[Hh]erself)\b/

export const textRules: readonly TextRule[] = [
  {
    name: 'export-by-name',
    comment: "`export *` only in a published package's entry: elsewhere it hides what is exported",
    pattern: /^\s*export\s+(type\s+)?\*/,
    except: PACKAGE_ENTRY,
  },
  {
    name: 'imports-end-in-ts',
    comment: 'relative imports name the file that exists, which ends in .ts or .tsx',
    pattern: /(from|import\()\s*['"]\.{1,2}\/[^'"]*(?<!\.tsx?|\.json|\.css)['"]/,
    except: /\.test\.tsx?$/,
  },
  {
    name: 'no-module-mocks',
    comment: 'no vi.mock: fakes stand at the edge of the network, as real servers',
    pattern: /\bvi\.(mock|doMock|hoisted)\(/,
  },
  {
    name: 'no-unfinished-tests',
    comment: 'no skipped, exclusive or planned tests: a test runs or is not there',
    pattern: /\b(it|test|describe)\.(skip|only|todo|fails)\b/,
  },
  {
    name: 'no-sleeps-in-tests',
    comment: 'tests poll for what they wait for (vi.waitFor, expect.poll)',
    pattern: /await new Promise(<\w+>)?\(\(?\w+\)? => setTimeout\(\w+, ?\d[\d_]*\)\)/,
    except: /(?<!\.test\.tsx?)$/,
  },
  {
    name: 'no-suppressions',
    comment: 'no compiler suppressions: the type is wrong or the code is',
    pattern: /@ts-(ignore|nocheck|expect-error)/,
    except: /\.test\.tsx?$/,
  },
  {
    name: 'a-person-is-they',
    comment: 'a person is "they", in comments and in documents',
    pattern: new RegExp(String.raw`(//|/\*|^\s*\*(?!/)).*${PERSON.source}`),
  },
  {
    name: 'literals-are-written',
    comment: 'a literal is not spread to please the formatter: it is written, or named once',
    pattern: /^\s*\.\.\.(\[[^\]]*\]|\{[^}]*\}),?$/,
  },
  {
    name: 'nothing-unfinished',
    comment: 'unfinished work lives in the tracker',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
  },
]

// The rules and their test spell out what they forbid.
const OWN_FILES =
  /^packages\/repo-checks\/src\/(rules\/text-rules|reporters\/closing-line)(\.test)?\.ts$/

/** Holds the lines of one file against {@link textRules}. */
export function checkText(file: string, text: string): readonly TextFault[] {
  if (OWN_FILES.test(file)) return []
  const lines = text.split('\n')
  return textRules
    .filter(({ except }) => except === undefined || !except.test(file))
    .flatMap(({ name, pattern }) =>
      lines.flatMap((content, index) =>
        pattern.test(content) ? [{ rule: name, file, line: index + 1 }] : [],
      ),
    )
}

/** A verifier that a document builds; `…` stands for options that are shown elsewhere. */
const SHOWN_VERIFIER = /\bcreateVerifier\(\{.*?\}\)/gs

/** Lines of a document that speak of a person as he or she, or build a verifier for tokens of any audience. */
export function checkDocument(file: string, text: string): readonly TextFault[] {
  const persons = text
    .split('\n')
    .flatMap((content, index) =>
      PERSON.test(content) ? [{ rule: 'a-person-is-they', file, line: index + 1 }] : [],
    )
  const verifiers = Array.from(text.matchAll(SHOWN_VERIFIER))
    .filter(([shown]) => !/\baudience\b|…/.test(shown))
    .map(({ index }) => text.slice(0, index).split('\n').length)
    .map((line) => ({ rule: 'a-verifier-names-its-audience', file, line }))
  return [...persons, ...verifiers]
}
