"""The promises of the OpenRPC document, to check replies."""

import jsonschema


def closed(schema):
    """A copy of a schema in which objects have no other members than the schema names."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    copy = {key: closed(value) for key, value in schema.items()}
    if copy.get("type") == "object" and "properties" in copy:
        copy.setdefault("additionalProperties", False)
    return copy


class Contract:
    def __init__(self, document):
        self.document = document
        self.closed = closed(document["components"])
        self.methods = {method["name"]: method for method in document["methods"]}
        self.results = {name: self.validator(method["result"]["schema"]) for name, method in self.methods.items()}
        self.errors = {
            (error["code"], error["data"]["domain"], error["data"]["name"])
            for error in document["components"]["errors"].values()
        }

    def validator(self, schema):
        """A validator that accepts only members in the schema."""
        return jsonschema.Draft7Validator({"allOf": [closed(schema)], "components": self.closed})

    def params(self, name):
        """One schema for the parameters of a method."""
        params = self.methods[name]["params"]
        return {
            "type": "object",
            "properties": {param["name"]: param["schema"] for param in params},
            "required": [param["name"] for param in params if param["required"]],
            "additionalProperties": False,
            "components": self.document["components"],
        }

    def problems(self, name, message):
        """What is wrong with a reply to a method."""
        if message.get("jsonrpc") != "2.0" or ("result" in message) == ("error" in message):
            return [f"{name}: no reply of JSON-RPC 2.0: {message}"]
        if "result" in message:
            result = message["result"]
            if name == "rpc.discover":
                # OpenRPC lets a document have members of its own that begin with x-.
                result = {key: value for key, value in result.items() if not key.startswith("x-")}
            found = self.results[name].iter_errors(result)
            return [f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}" for error in found]
        error = message["error"]
        if not error.get("message") or "\n" in error["message"]:
            return [f"{name}: no sentence for a person: {error}"]
        key = (error["code"], error["data"]["domain"], error["data"]["name"])
        return [] if key in self.errors else [f"{name}: an error that the document does not know: {error}"]
