import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  CHART,
  type Container,
  conformity,
  get,
  type KubernetesObject,
  lint,
  podsOf,
  readYaml,
  render,
  renderError,
  renderText,
} from './chart.ts'
import { helm, KUBERNETES_VERSIONS, ROOT } from './tools.ts'

/** Settings that would show a secret to everyone who may look at pods. */
const SECRETS = ['DATABASE_URL', 'ROLLCALL_SECRET_KEY', 'ROLLCALL_METRICS_TOKEN', 'ROLLCALL_SMTP_URL', 'AWS_SECRET_ACCESS_KEY']

const EXAMPLES = ['minimal', 'url', 'all']

const decode = (text = ''): string => Buffer.from(text, 'base64').toString()
const nodeOf = (objects: readonly KubernetesObject[]): Container => get(objects, 'Deployment').spec.template.spec.containers[0]
const environmentOf = (container: Container): Record<string, string | undefined> =>
  Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]))

describe.each(EXAMPLES)('the chart with %s values', (values) => {
  const objects = render(values)

  it('passes the linter', () => {
    expect(lint(values)).toMatchObject({ status: 0, output: expect.not.stringMatching(/\[(WARNING|ERROR)\]/) })
  })

  it.each(KUBERNETES_VERSIONS)('makes only what Kubernetes %s knows', (version) => {
    expect(conformity(renderText(values), version)).toEqual({ invalid: [], valid: objects.length })
  })

  it('runs nothing with more rights than it needs, and limits its memory', () => {
    const pods = podsOf(objects)
    expect(pods.length).toBeGreaterThan(1)
    for (const { name, spec } of pods) {
      expect(spec, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext, resources } of spec.containers) {
        expect(securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          privileged: false,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources, name).toEqual({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
    }
  })

  it('has no secret in an environment, and every mounted volume', () => {
    for (const { name, spec } of podsOf(objects)) {
      const volumes = (spec.volumes ?? []).map((volume) => volume.name)
      for (const container of spec.containers) {
        const env = environmentOf(container)
        for (const secret of SECRETS) expect(env, name).not.toHaveProperty(secret)
        expect(JSON.stringify(env)).not.toMatch(/postgres:\/\/|smtps?:\/\/|pass%20word|token-of-the-test|AAECAw/)
        for (const mount of container.volumeMounts ?? []) expect(volumes, name).toContain(mount.name)
      }
    }
  })

  it('selects the nodes, and no other pods, wherever it selects pods', () => {
    const labels = podsOf(objects).map((pod) => ({ ...pod, isNode: pod.name === 'Deployment rollcall' }))
    const selectors = objects.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector]
      if (kind === 'NetworkPolicy') return [spec.podSelector.matchLabels]
      return ['Deployment', 'PodDisruptionBudget'].includes(kind) ? [spec.selector.matchLabels] : []
    })
    const { topologySpreadConstraints } = get(objects, 'Deployment').spec.template.spec
    selectors.push(
      ...topologySpreadConstraints.map(
        ({ labelSelector }: { labelSelector: { matchLabels: object } }) => labelSelector.matchLabels,
      ),
    )
    expect(selectors.length).toBeGreaterThan(3)
    for (const selector of selectors) {
      const selected = labels.filter((pod) => Object.entries(selector).every(([name, value]) => pod.labels[name] === value))
      expect(selected.map(({ isNode }) => isNode)).toEqual([true])
    }
  })

  it('asks each node whether it lives and is ready, and lets it finish', () => {
    const node = nodeOf(objects)
    const path = (path: string) => ({ httpGet: { path, port: 'http' } })
    expect(node).toMatchObject({
      startupProbe: path('/healthz'),
      livenessProbe: path('/healthz'),
      readinessProbe: path('/readyz'),
      ports: [{ name: 'http', containerPort: Number(environmentOf(node).PORT) }],
    })
    // Ten seconds in which load balancers notice, then the minute in which the service finishes its requests.
    expect(get(objects, 'Deployment').spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(70)
  })

  it('mounts every file that a setting names', () => {
    for (const { name, spec } of podsOf(objects)) {
      for (const container of spec.containers) {
        const files = Object.entries(environmentOf(container)).filter(([setting]) => setting.endsWith('_FILE'))
        for (const [, file = ''] of files) {
          const mount = container.volumeMounts?.find(({ mountPath }) => file.startsWith(`${mountPath}/`))
          const volume = JSON.stringify(spec.volumes?.find((each) => each.name === mount?.name))
          expect(volume, `${name} ${file}`).toContain(`"path":"${file.slice((mount?.mountPath.length ?? 0) + 1)}"`)
        }
      }
    }
  })

  it('upgrades the database before the nodes, with the address that they use', () => {
    const job = objects.find(({ kind }) => kind === 'Job')
    expect(job === undefined).toBe(values === 'url')
    if (!job) return
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
    const { containers, volumes } = job.spec.template.spec
    expect(containers[0]).toMatchObject({ image: nodeOf(objects).image, args: ['migrate'] })
    const [database] = volumes.find(({ name }: { name: string }) => name === 'secrets').projected.sources
    const [ofNodes] = get(objects, 'Deployment').spec.template.spec.volumes.find(
      ({ name }: { name: string }) => name === 'secrets',
    ).projected.sources
    expect(database.secret.items).toEqual(ofNodes.secret.items)
    if (values === 'minimal') expect(database).toEqual(ofNodes)
    else expect(get(objects, 'Secret', database.secret.name).data?.uri).toBe(get(objects, 'Secret').data?.uri)
  })
})

describe('the chart', () => {
  it('runs two nodes of its own version by default, which an eviction never stops at once', () => {
    const objects = render('minimal')
    const { version } = readYaml('package.json') as { version: string }
    expect(get(objects, 'Deployment').spec).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    })
    expect(get(objects, 'PodDisruptionBudget').spec.maxUnavailable).toBe(1)
    expect(nodeOf(objects).image).toBe(`ghcr.io/rollcall/rollcall:${version}`)
    expect(readYaml('deploy/helm/rollcall/Chart.yaml')).toMatchObject({ version, appVersion: version })
  })

  it('generates a key of 32 bytes and a token, which stay when the release goes', () => {
    const { data, metadata } = get(render('minimal'), 'Secret')
    expect(Buffer.from(decode(data?.['secret-key']), 'base64')).toHaveLength(32)
    expect(decode(data?.['metrics-token'])).toMatch(/^\w{40}$/)
    expect(metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' })
    expect(get(render('minimal'), 'Secret').data).not.toEqual(data)
  })

  it('creates no Secret where both exist', () => {
    const objects = render('minimal', 'secrets.existingSecret=mine')
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([])
    expect(JSON.stringify(get(objects, 'Deployment').spec.template.spec.volumes)).toContain('"name":"mine"')
  })

  it('gives the upgrade the key that opens the addresses of other cells', () => {
    const upgradeOf = (objects: readonly KubernetesObject[]) => {
      const { containers, volumes } = get(objects, 'Job', 'rollcall-migrate').spec.template.spec
      const [, key] = volumes.find(({ name }: { name: string }) => name === 'secrets').projected.sources
      return { file: environmentOf(containers[0]).ROLLCALL_SECRET_KEY_FILE, secret: key?.secret.name }
    }
    const file = '/etc/rollcall/secrets/secret-key'
    expect(upgradeOf(render('minimal', 'secrets.existingSecret=mine'))).toEqual({ file, secret: 'mine' })
    const given = render('all')
    expect(upgradeOf(given)).toEqual({ file, secret: 'rollcall-migrate' })
    expect(get(given, 'Secret', 'rollcall-migrate').data?.['secret-key']).toBe(get(given, 'Secret').data?.['secret-key'])
    // At a first install the generated key is not there yet, and neither are other cells.
    expect(upgradeOf(render('minimal'))).toEqual({ file: undefined, secret: undefined })
  })

  it('keeps what was given as it is', () => {
    expect(Object.entries(get(render('all'), 'Secret').data ?? {}).map(([name, text]) => [name, decode(text)])).toEqual([
      ['secret-key', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
      ['metrics-token', 'token-of-the-test'],
      ['uri', 'postgres://rollcall:pass%20word@postgres.example:6432/rollcall?sslmode=verify-full'],
      ['smtp-url', 'smtps://rollcall:pass%20word@mail.example.com'],
    ])
  })

  it('has settings that the service reads', () => {
    const env = environmentOf(nodeOf(render('all')))
    expect(env).toMatchObject({
      ROLLCALL_LAKE_S3: 's3://lake/rollcall',
      ROLLCALL_MAIL_FROM: 'Rollcall <rollcall@example.com>',
      ROLLCALL_POOL_SIZE: '20',
      ROLLCALL_PUBLIC_URL: 'https://rollcall.example.com',
      ROLLCALL_TRUST_PROXY: '10.0.0.0/8',
    })
    const config = readFileSync(join(ROOT, 'packages/server/src/platform/config.ts'), 'utf8')
    for (const name of Object.keys(env).filter((each) => each.startsWith('ROLLCALL_'))) {
      expect(config).toContain(name.replace(/^ROLLCALL_/, '').replace(/_FILE$/, ''))
    }
  })

  it('takes the mail server from a Secret, and mails nothing without one', () => {
    const given = ['mail.existingSecret=mail', 'mail.from=a@b.example', 'config.publicUrl=https://desk.example']
    const objects = render('minimal', ...given)
    expect(environmentOf(nodeOf(objects))).toMatchObject({
      ROLLCALL_PUBLIC_URL: 'https://desk.example',
      ROLLCALL_SMTP_URL_FILE: '/etc/rollcall/secrets/smtp-url',
    })
    expect(JSON.stringify(get(objects, 'Deployment').spec.template.spec.volumes)).toContain('"name":"mail"')
    const without = environmentOf(nodeOf(render('minimal')))
    expect(Object.keys(without).filter((name) => /SMTP|MAIL|PUBLIC/.test(name))).toEqual([])
  })

  it('trusts one proxy where it creates one, and none otherwise', () => {
    const setting = (...sets: string[]) => environmentOf(nodeOf(render('minimal', ...sets))).ROLLCALL_TRUST_PROXY
    expect(setting()).toBe(undefined)
    expect(setting('ingress.enabled=true', 'ingress.host=rollcall.example.com')).toBe('1')
    expect(setting('config.trustProxy=2')).toBe('2')
  })

  it('lets an HPA decide how many nodes run', () => {
    const objects = render('all')
    expect(get(objects, 'Deployment').spec).not.toHaveProperty('replicas')
    expect(get(objects, 'HorizontalPodAutoscaler').spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'rollcall' },
      minReplicas: 2,
    })
    expect(nodeOf(objects).resources.requests).toHaveProperty('cpu')
  })

  it('reads metrics with the token of the nodes, as the job that the alerts name', () => {
    const objects = render('all')
    const [endpoint] = get(objects, 'ServiceMonitor').spec.endpoints
    expect(endpoint.authorization.credentials).toEqual({ name: 'rollcall', key: 'metrics-token' })
    expect(get(objects, 'Service').spec.ports.map(({ name }: { name: string }) => name)).toContain(endpoint.port)
    expect(endpoint.relabelings).toEqual([{ targetLabel: 'job', replacement: 'rollcall' }])
    expect(get(objects, 'PrometheusRule').spec).toEqual(readYaml('deploy/alert-rules.yml'))
  })

  it('opens a path to the database, the bucket and the mail server only', () => {
    const ports = get(render('all'), 'NetworkPolicy').spec.egress.flatMap(({ ports }: { ports: { port: number }[] }) =>
      ports.map(({ port }) => port),
    )
    expect(ports).toEqual([53, 53, 6432, 9000, 465, 4318])
    const amazon = render('minimal', 'networkPolicy.enabled=true', 'lake.s3=s3://lake')
    expect(JSON.stringify(get(amazon, 'NetworkPolicy').spec.egress)).toContain('"port":443')
  })

  it('lets its own test in besides those who may call the service', () => {
    const objects = render('all')
    const { labels } = get(objects, 'Pod', 'rollcall-test-ready').metadata
    expect(get(objects, 'NetworkPolicy').spec.ingress[0].from).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
      { podSelector: { matchLabels: labels } },
    ])
    const open = get(render('minimal', 'networkPolicy.enabled=true'), 'NetworkPolicy')
    expect(open.spec.ingress[0]).not.toHaveProperty('from')
  })

  it.each([
    [['database.url=postgres://x'], 'Set database.existingSecret or database.url, not both.'],
    [['database.existingSecret='], 'Rollcall needs a PostgreSQL of yours'],
    [['secrets.existingSecret=a', 'secrets.secretKey=b'], 'not both'],
    [['mail.existingSecret=a', 'mail.smtpUrl=smtp://b'], 'Set mail.existingSecret or mail.smtpUrl, not both.'],
    [['mail.existingSecret=a', 'mail.from=a@b.example'], 'A mail server needs mail.from, the sender, and config.publicUrl'],
    [['mail.smtpUrl=https://mail.example'], 'mail/smtpUrl'],
    [['ingress.enabled=true'], 'ingress.enabled needs ingress.host'],
    [['httpRoute.enabled=true', 'httpRoute.host=a.example'], 'httpRoute.enabled needs httpRoute.host and httpRoute.parentRefs'],
    [['replicas=3'], 'replicas'],
    [['config.poolSize=1'], 'config/poolSize'],
    [['config.logLevel=loud'], 'config/logLevel'],
    [['lake.s3=https://bucket'], 'lake/s3'],
  ])('refuses %s with a sentence', (sets, message) => {
    expect(renderError('minimal', ...sets)).toContain(message)
  })

  it('explains every value, and no other', () => {
    const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'))
    const values = readYaml('deploy/helm/rollcall/values.yaml') as Record<string, unknown>
    const differences = (
      part: { properties?: Record<string, object>; description?: string },
      value: unknown,
      path: string,
    ): string[] => {
      if (part.description !== undefined) return value === undefined ? [`values.yaml lacks ${path}`] : []
      const names = new Set([...Object.keys(part.properties ?? {}), ...Object.keys(Object(value))])
      return [...names].flatMap((name) => {
        const property = part.properties?.[name]
        return property ? differences(property, Object(value)[name], `${path}.${name}`) : [`the schema lacks ${path}.${name}`]
      })
    }
    const { global: _ofParents, ...properties } = schema.properties
    expect(differences({ properties }, values, '')).toEqual([])
  })
})

test('the notes name commands for where the service is reached', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-chart-'))
  try {
    cpSync(CHART, folder, { recursive: true })
    // helm prints notes only with a cluster. As a template they need the form of an object.
    const templates = join(folder, 'templates')
    renameSync(join(templates, 'NOTES.txt'), join(templates, '_notes.tpl'))
    const notes = '{{ include (print $.Template.BasePath "/_notes.tpl") . | indent 2 }}'
    writeFileSync(join(templates, 'notes.yaml'), `kind: Notes\nnotes: |\n${notes}\n`)
    const printed = (...sets: string[]): string => {
      const args = [
        'template',
        'rollcall',
        folder,
        '--namespace',
        'prod',
        '--kube-version',
        '1.37.0',
        '--show-only',
        'templates/notes.yaml',
      ]
      return execFileSync(helm(), [...args, ...['database.existingSecret=db', ...sets].flatMap((set) => ['--set', set])], {
        encoding: 'utf8',
      })
    }
    expect(printed()).toContain('kubectl -n prod port-forward service/rollcall 4600:80')
    const sets = ['ingress.enabled=true', 'ingress.host=rollcall.example.com', 'ingress.tlsSecret=tls']
    expect(printed(...sets)).toContain(
      'kubectl -n prod exec deploy/rollcall -- rollcall org set-up --url https://rollcall.example.com\n',
    )
    expect(printed(...sets)).toContain('The Secret rollcall has the key')
    expect(printed('secrets.existingSecret=mine')).not.toContain('The Secret')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
