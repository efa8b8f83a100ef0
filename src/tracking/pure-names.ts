/**
 * What code of the site may use without becoming impure: names whose results depend only on what they are given, or on what
 * is recorded. Everything else is impure, including what a future version of Node adds, until it is listed here.
 */

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Every function has these. */
export const OF_FUNCTIONS = names('length name prototype constructor caller arguments');

export const GLOBALS = names(`
  Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Promise RegExp BigInt
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError
  globalThis global JSON Proxy Reflect Iterator Map Set WeakMap WeakSet WeakRef DisposableStack
  AsyncDisposableStack
  ArrayBuffer DataView Atomics Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  BigInt64Array BigUint64Array Float16Array Float32Array Float64Array WebAssembly
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN
  console Buffer atob btoa URLSearchParams URLPattern DOMException AbortController AbortSignal Event EventTarget CustomEvent
  TextEncoder TextDecoder TextEncoderStream TextDecoderStream CompressionStream DecompressionStream Blob
  TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController
  WritableStreamDefaultWriter ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader
  ReadableStreamBYOBRequest ReadableByteStreamController ReadableStreamDefaultController ByteLengthQueuingStrategy
  CountQueuingStrategy structuredClone queueMicrotask
  setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate
`);

/** Watched by their members. */
export const GLOBALS_BY_MEMBER = names('Date Math Intl process performance crypto navigator URL');

/** Reading one of these loads modules that are not watched, which makes the code impure, and takes long. */
export const LOADING_GLOBALS = names('CloseEvent EventSource FormData Headers MessageEvent Request Response WebSocket');

/** `now` is watched with the constructor: see `watch-clock.ts`. */
export const DATE = names('parse UTC now');

export const MATH = names(`
  abs acos acosh asin asinh atan atanh atan2 cbrt ceil clz32 cos cosh exp expm1 f16round floor fround hypot imul log log1p
  log2 log10 max min pow round sign sin sinh sqrt sumPrecise tan tanh trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2
`);

export const INTL = names(`
  getCanonicalLocales supportedValuesOf Collator DateTimeFormat DisplayNames DurationFormat ListFormat Locale NumberFormat
  PluralRules RelativeTimeFormat Segmenter
`);

export const URL_STATICS = names('canParse parse revokeObjectURL');

export const CRYPTO_OBJECT = names('subtle');

export const SUBTLE = names(
  'decrypt deriveBits deriveKey digest exportKey getPublicKey importKey supports unwrapKey verify',
);

export const NAVIGATOR = names('userAgent platform');

/** The working directory and the environment are recorded; the rest is fixed for a version of Node, or writes output. */
const PROCESS = names(`
  version versions arch platform release features config cwd env exitCode stdout stderr nextTick emitWarning
  getBuiltinModule allowedNodeEnvironmentFlags sourceMapsEnabled setSourceMapsEnabled noDeprecation throwDeprecation
  traceDeprecation noProcessWarnings domain argv0 execArgv exit abort assert ref unref
  moduleLoadList reallyExit _exiting _events _eventsCount _maxListeners _fatalException _tickCallback _rawDebug
  _preload_modules hasUncaughtExceptionCaptureCallback setUncaughtExceptionCaptureCallback
`);

/** Node's modules that only compute. */
const MODULES = names(`
  assert assert/strict constants diagnostics_channel events path path/posix path/win32 punycode querystring
  stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises url util util/types zlib
`);

export const isPureModule = (name: string): boolean => MODULES.has(name);

/** Node's modules that are watched by their members. */
export const MODULES_BY_MEMBER: Readonly<Record<string, ReadonlySet<string>>> = {
  async_hooks: names('AsyncLocalStorage AsyncResource'),
  buffer: names(`
    Buffer SlowBuffer Blob transcode isUtf8 isAscii kMaxLength kStringMaxLength btoa atob constants INSPECT_MAX_BYTES
  `),
  crypto: names(`
    createCipheriv createDecipheriv createHash createHmac createPrivateKey createPublicKey createSecretKey createVerify
    diffieHellman getCipherInfo getCiphers getCurves getFips getHashes hash hkdf hkdfSync pbkdf2 pbkdf2Sync privateDecrypt
    publicDecrypt scrypt scryptSync argon2 argon2Sync timingSafeEqual verify Cipheriv Decipheriv Hash Hmac KeyObject Verify
    X509Certificate Certificate constants fips webcrypto subtle getRandomValues
  `),
  fs: names(`
    access accessSync close closeSync createReadStream exists existsSync lstat lstatSync open openSync openAsBlob opendir
    opendirSync read readSync readFile readFileSync readdir readdirSync readlink readlinkSync readv readvSync realpath
    realpathSync stat statSync promises constants F_OK R_OK W_OK X_OK Dir Dirent ReadStream FileReadStream Stats BigIntStats
    _toUnixTimestamp
  `),
  'fs/promises': names('access lstat open opendir readFile readdir readlink realpath stat constants'),
  module: names(`
    Module SourceMap builtinModules constants createRequire findPackageJSON findSourceMap isBuiltin globalPaths wrap wrapper
    syncBuiltinESMExports getSourceMapsSupport setSourceMapsSupport stripTypeScriptTypes
    _cache _debug _extensions _findPath _initPaths _load _nodeModulePaths _pathCache _preloadModules
    _resolveFilename _resolveLookupPaths _stat
  `),
  os: names('EOL constants devNull endianness'),
  perf_hooks: names('performance constants createHistogram'),
  process: PROCESS,
  v8: names(`
    DefaultDeserializer DefaultSerializer Deserializer Serializer deserialize serialize cachedDataVersionTag
    isStringOneByteRepresentation
  `),
  worker_threads: names(`
    isMainThread isInternalThread SHARE_ENV MessagePort markAsUncloneable markAsUntransferable isMarkedAsUntransferable
  `),
};

/** Methods of `fs.promises.open` files. */
export const FILE_HANDLE = names(`
  close createReadStream fd getAsyncId read readFile readLines readableWebStream readv addListener emit eventNames
  getMaxListeners listenerCount listeners off on once prependListener prependOnceListener rawListeners removeAllListeners
  removeListener setMaxListeners
`);
