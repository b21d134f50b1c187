import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { definitionSchemas, helm, kubeconform, kubernetesSchemas, ROOT } from './tools.ts'

export const CHART = join(ROOT, 'deploy/helm/rollcall')
const NEWEST = '1.37.0'

export interface Container {
  readonly name: string
  readonly image: string
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value?: string }[]
  readonly resources: { readonly requests?: Record<string, string>; readonly limits?: Record<string, string> }
  readonly securityContext: Record<string, unknown>
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[]
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } }
}

export interface PodSpec {
  readonly containers: readonly Container[]
  readonly securityContext: Record<string, unknown>
  readonly automountServiceAccountToken?: boolean
  readonly terminationGracePeriodSeconds: number
  readonly volumes?: readonly Record<string, unknown>[]
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: { readonly matchLabels: Record<string, string> } }[]
}

export interface KubernetesObject {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly annotations?: Record<string, string>
    readonly labels: Record<string, string>
  }
  readonly data?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, which kubeconform checks.
  readonly spec?: any
}

const chartArgs = (values: string, sets: readonly string[]): string[] => [
  ...['rollcall', CHART, '--namespace', 'prod', '--kube-version', NEWEST],
  ...['--values', join(CHART, 'ci', `${values}.yaml`)],
  ...sets.flatMap((set) => ['--set', set]),
]

/** Renders the chart with a file of its folder `ci`. */
export const renderText = (values: string, ...sets: string[]): string =>
  execFileSync(helm(), ['template', ...chartArgs(values, sets)], { encoding: 'utf8' })

export const render = (values: string, ...sets: string[]): KubernetesObject[] =>
  parseAllDocuments(renderText(values, ...sets)).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? [])

/** The message with which rendering fails, or an empty text. */
export const renderError = (values: string, ...sets: string[]): string =>
  spawnSync(helm(), ['template', ...chartArgs(values, sets)], { encoding: 'utf8' }).stderr

export const lint = (values: string): { status: number | null; output: string } => {
  const args = ['lint', '--strict', '--kube-version', NEWEST, CHART, '--values', join(CHART, 'ci', `${values}.yaml`)]
  const { status, stdout, stderr } = spawnSync(helm(), args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** Checks rendered objects against the schemas of a version of Kubernetes. Every kind must have a schema. */
export const conformity = (text: string, version: string): { invalid: string[]; valid: number } => {
  const locations = [
    `${kubernetesSchemas()}/{{ .NormalizedKubernetesVersion }}-local{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json`,
    `${definitionSchemas()}/{{ .Group }}-{{ .ResourceKind }}-{{ .ResourceAPIVersion }}.json`,
  ]
  const args = ['-strict', '-summary', '-output', 'json', '-kubernetes-version', version]
  const { stdout, stderr } = spawnSync(
    kubeconform(),
    [...args, ...locations.flatMap((location) => ['-schema-location', location])],
    { input: text, encoding: 'utf8' },
  )
  if (!stdout) throw new Error(`kubeconform failed: ${stderr}`)
  const { resources, summary } = JSON.parse(stdout) as {
    resources: { kind: string; msg: string }[] | null
    summary: { valid: number }
  }
  return { invalid: (resources ?? []).map(({ kind, msg }) => `${kind}: ${msg}`), valid: summary.valid }
}

/** Pods of Deployments and Jobs, and pods themselves, with their labels. */
export const podsOf = (objects: readonly KubernetesObject[]): { name: string; labels: Record<string, string>; spec: PodSpec }[] =>
  objects.flatMap(({ kind, metadata, spec }) => {
    const pod = kind === 'Pod' ? { metadata, spec } : spec?.template?.spec?.containers ? spec.template : undefined
    return pod ? [{ name: `${kind} ${metadata.name}`, labels: pod.metadata.labels, spec: pod.spec as PodSpec }] : []
  })

export const get = (objects: readonly KubernetesObject[], kind: string, name = 'rollcall'): KubernetesObject => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  if (!found) throw new Error(`The chart has no ${kind} ${name}.`)
  return found
}

export const readYaml = (path: string): unknown => parse(readFileSync(join(ROOT, path), 'utf8'))
