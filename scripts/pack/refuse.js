// `npm pack` in a workspace would pack TypeScript sources that only this repository runs. It is JavaScript, as any Node may run it.
console.error(
  'This workspace is packed from its compiled files: run "npm run pack" in the root of the repository (--help says how).',
)
process.exit(1)
