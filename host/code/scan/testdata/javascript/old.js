'use strict';

var fs = require('fs'); // def: fs
const { a, b } = require('./ab');

/**
 * Creates an application.
 */
exports = module.exports = createApplication;

function createApplication(options) { // def: createApplication
  var app = function (req, res) {};
  return app;
}

app.use = function use(fn) { // def: app.use
  if (fn) /[{']/.test(fn);
  return this;
};

Router.prototype.handle = function (req) { // def: Router.handle
  return req.a++ / 2;
};

exports.json = (x) => JSON.stringify(x); // def: json
module.exports.text = async function () { return "}" } // def: text

module.exports = {
  parse(text) { // def: parse
    return text;
  },
  limit: 10,
  format: function format(x) { // def: format
    return `${x}`;
  },
  'quoted-name': () => 1, // def: quoted-name
  async *stream() {}, // def: stream
};

const store = { // def: store
  state: { a: 1 },
  get total() { return 1; }, // def: store.total
  mutate: (s) => { s.a = 2; }, // def: store.mutate
};
const plain = { a: 1, b: [2] } // def: plain
let x = 1, y = 2; // def: x

(function (root, factory) {
  root.x = factory();
})(this, function () {
  function hidden() { return 1 } // def: hidden
  var local = 2;
  return hidden;
});

describe('a { b', () => {
  class Fake { // def: Fake
    run() {} // def: Fake.run
  }
  it("doesn't", async () => { await 1 })
});

class Old extends (require('events').EventEmitter) { // def: Old
  static create() { return new Old() } // def: Old.create
  static fields = { a: 1 }
  'string name'() {} // def: Old.string name
  get size() { return 1 } // def: Old.size
}

if (typeof window !== 'undefined') {
  window.start = function () {} // def: window.start
}
export default { // def: default
  name: 'x',
  data() { return {} } // def: data
}
